/** Of a finished headshot, in pixels. */
export const HEADSHOT_WIDTH = 1024
export const HEADSHOT_HEIGHT = 1280
