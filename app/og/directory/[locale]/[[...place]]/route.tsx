import { BRAND } from '#contract/brand.ts'
import { LOCALES } from '#contract/locales.ts'
import { drawPreview } from '#components/directory/preview.tsx'
import { directoryPageOf } from '#lib/directory/paths.ts'
import { readCity, readCountry } from '#lib/directory/read.ts'
import { getTranslations } from 'next-intl/server'

/** Drawn when the page is shared; kept at the edge for a day. */
export const dynamic = 'force-dynamic'

interface Context {
  params: Promise<{ locale: string; place?: string[] }>
}

/** The picture beside a link to a page of the directory, 1200 x 627. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { locale: wanted, place } = await params
  const locale = LOCALES.find((known) => known === wanted)
  const page = directoryPageOf(place)
  if (locale === undefined || page === undefined) return new Response(null, { status: 404 })
  const t = await getTranslations({ locale })
  if (page.kind === 'index') return drawPreview(BRAND, t('meta.directory.previewIndex'))
  if (page.kind === 'country') {
    const country = await readCountry(locale, page.country)
    if (country === null) return new Response(null, { status: 404 })
    return drawPreview(BRAND, t('directory.country.title', { country: country.name }))
  }
  const city = await readCity(locale, page.country, page.city)
  if (city === null) return new Response(null, { status: 404 })
  return drawPreview(BRAND, t('directory.city.title', { city: city.name }))
}
