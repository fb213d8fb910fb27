/** How long the studio's work is waited for beside another test's: one processor may do all of it, at low priority. */
export const STUDIO_WORK = { timeout: 420_000 }
/** Of a test that waits for several pieces of it. */
export const STUDIO_TEST = { timeout: 1_200_000 }
