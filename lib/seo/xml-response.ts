/** An hour at the edge; a day longer while a new one is made, or none can be. */
const CACHE = 'public, max-age=0, s-maxage=3600, stale-while-revalidate=86400, stale-if-error=86400'

export function xmlResponse(xml: string): Response {
  return new Response(xml, {
    headers: { 'content-type': 'application/xml; charset=utf-8', 'cache-control': CACHE },
  })
}
