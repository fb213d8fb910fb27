/**
 * Next's header for a prerendered page: `s-maxage` of a year where the page sets no time of its own, and the rest of a year
 * as `stale-while-revalidate`. A shared cache would show last year's page after a release.
 */
const NEXTS_PAGE = /^s-maxage=(\d+)/
const YEAR_SECONDS = 31_536_000
/** Asked for again behind the answer, so that a release or a correction is seen within minutes. */
const FRESH_SECONDS = 300
const STALE_SECONDS = 86_400
const NEVER = 'no-store'

/**
 * The `cache-control` to set in place of the answer's own: `no-store` for a failure, and for a missing file whose address
 * promises that it never changes.
 * @param cacheControl the answer's own header
 */
export function sharedCacheControl(status: number, cacheControl: string | undefined): string | undefined {
  if (status >= 500) return NEVER
  if (status >= 400 && cacheControl?.includes('immutable') === true) return NEVER
  const [, said] = NEXTS_PAGE.exec(cacheControl ?? '') ?? []
  if (said === undefined) return cacheControl
  const freshSeconds = Number(said) >= YEAR_SECONDS ? FRESH_SECONDS : Number(said)
  return `public, max-age=0, s-maxage=${freshSeconds}, stale-while-revalidate=${STALE_SECONDS}`
}
