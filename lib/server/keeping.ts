/** What Next says of a page without a time of its own: a shared cache would show last year's page after a release. */
const NEXTS_YEAR = 's-maxage=31536000'
/** Pages made ahead: asked for again behind the answer, so that a release or a correction is seen within minutes. */
const PAGE = 'public, max-age=0, s-maxage=300, stale-while-revalidate=86400'
const NEVER = 'no-store'

/**
 * How long an answer may be kept, where that is not what stands in it already: nothing for a failure, and nothing for
 * a file that is missing, whose address promises that it never changes.
 * @param cacheControl what is about to be answered
 */
export function keeping(status: number, cacheControl: string | undefined): string | undefined {
  if (status >= 500) return NEVER
  if (status >= 400 && cacheControl?.includes('immutable') === true) return NEVER
  return cacheControl?.startsWith(NEXTS_YEAR) === true ? PAGE : cacheControl
}
