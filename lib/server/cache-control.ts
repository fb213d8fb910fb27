/**
 * What Next says of a page made ahead: a year where the page has no time of its own, and what is left of a year during
 * which it may be shown while it is old. A shared cache would show last year's page after a release.
 */
const NEXTS_PAGE = /^s-maxage=(\d+)/
const YEAR_SECONDS = 31_536_000
/** Asked for again behind the answer, so that a release or a correction is seen within minutes. */
const FRESH_SECONDS = 300
const STALE_SECONDS = 86_400
const NEVER = 'no-store'

/**
 * How long an answer may be kept, where that is not what stands in it already: nothing for a failure, and nothing for
 * a file that is missing, whose address promises that it never changes.
 * @param cacheControl what is about to be answered
 */
export function sharedCacheControl(status: number, cacheControl: string | undefined): string | undefined {
  if (status >= 500) return NEVER
  if (status >= 400 && cacheControl?.includes('immutable') === true) return NEVER
  const [, said] = NEXTS_PAGE.exec(cacheControl ?? '') ?? []
  if (said === undefined) return cacheControl
  const freshSeconds = Number(said) >= YEAR_SECONDS ? FRESH_SECONDS : Number(said)
  return `public, max-age=0, s-maxage=${freshSeconds}, stale-while-revalidate=${STALE_SECONDS}`
}
