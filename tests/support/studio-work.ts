/** How long the studio's work is waited for beside another test's: one processor may do all of it, at low priority. */
export const STUDIO_WORK = { timeout: 420_000 }
/** Of a test that waits for several pieces of it. */
export const STUDIO_TEST = { timeout: 1_200_000 }
/**
 * Settings of a backend whose pictures are not judged: the net that cuts people out takes half of the studio's time. It
 * is there in the suites of the studio, in `tests/ports/eye.test.ts` and in `tests/api/s3-backend.test.ts`.
 */
export const WITHOUT_CUT_OUT_NET = { STUDIO_CUT_OUT_NET: 'none' }
