/** How many times larger each way a finished headshot can be had. */
export const UPSCALE_FACTORS = [2, 4] as const
export type UpscaleFactor = (typeof UPSCALE_FACTORS)[number]

/**
 * Source pixels round a tile that its enlargement is computed with. The net alone needs ten; the corrections reach
 * further with vanishing weights. Measured on a face: tiles equal the whole to the last bit from 12 (2x) and 14 (4x) on.
 */
export const TILE_REACH = 16
