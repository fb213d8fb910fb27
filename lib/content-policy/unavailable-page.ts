/**
 * A page that cannot be made now says so by this, in its metadata: a page cannot set its status, and a page that throws
 * would be an empty one that scripts fill. The cache of pages (`page-cache.mjs`) answers 503 with it and keeps none.
 */
const NAME = 'answer-status'
export const UNAVAILABLE_METADATA = { [NAME]: '503' }
const MARK = `<meta name="${NAME}" content="503"`

export function isUnavailablePage(html: string): boolean {
  return html.includes(MARK)
}

/** For the visitor and for crawlers, in seconds. */
const RETRY_AFTER_SECONDS = 120
export const UNAVAILABLE_HEADERS = { 'cache-control': 'no-store', 'retry-after': String(RETRY_AFTER_SECONDS) }
