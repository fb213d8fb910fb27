/** How many pictures of a bundle are good enough where its backend is started with `hooks.ts`. */
export const PASSING_SHOTS = 8
