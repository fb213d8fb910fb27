import { readMappedPages } from '#lib/directory/mapped-pages.ts'
import { readSiteUrl } from '#lib/env.ts'
import { parseSitemapName, partOf, urlSet } from '#lib/seo/sitemap.ts'
import { xmlResponse } from '#lib/seo/xml-response.ts'

export const dynamic = 'force-dynamic'

/** One part of the sitemap; an empty or unknown one is not there. */
export async function GET(
  _request: Request,
  { params }: { params: Promise<{ name: string }> },
): Promise<Response> {
  const name = parseSitemapName((await params).name)
  if (name === undefined) return new Response(null, { status: 404 })
  try {
    const pages = partOf(await readMappedPages(name.kind), name.part)
    if (pages.length === 0) return new Response(null, { status: 404 })
    return xmlResponse(urlSet(readSiteUrl(), name.locale, pages))
  } catch {
    // Asked again later, rather than forgotten.
    return new Response(null, { status: 503, headers: { 'retry-after': '300' } })
  }
}
