import { readMappedPages } from '#lib/directory/mapped-pages.ts'
import { readSiteUrl } from '#lib/env.ts'
import { sitemapIndex } from '#lib/seo/sitemap.ts'
import { xmlResponse } from '#lib/seo/xml-response.ts'

/** What the directory holds is known while the site runs. */
export const dynamic = 'force-dynamic'

/** The index of all sitemaps. While the directory is away it names the pages that do not depend on it. */
export async function GET(): Promise<Response> {
  const away = () => []
  const [pages, countries, cities] = await Promise.all([
    readMappedPages('pages'),
    readMappedPages('countries').catch(away),
    readMappedPages('cities').catch(away),
  ])
  return xmlResponse(sitemapIndex(readSiteUrl(), { pages, countries, cities }))
}
