import { expect, test } from 'playwright/test'
import sharp from 'sharp'
import { z } from 'zod'
import { LOCALES } from '#contract/locales.ts'
import { FIXED_PATHS } from '#lib/seo/sitemap.ts'
import { crawl, localeOf, readPage, type Crawl, type CrawledPage } from '#tests/support/crawler.ts'
import { startFilledDirectory } from '#tests/support/filled-directory.ts'
import { MESSAGES } from '#tests/support/messages.ts'
import { productUnderTest } from '#tests/support/product-under-test.ts'

/**
 * Of the invented sample: there to be looked at, so linked and in no index. The town without a listing is found by search
 * alone.
 */
const SAMPLE = [
  '/headshots-near-me',
  '/headshots-near-me/sample-country',
  '/headshots-near-me/sample-country/sampletown',
  '/headshots-near-me/sample-country/exampleton',
]
/** Files that a page offers in its language. */
const PAPERS = LOCALES.map((locale) => `/api/backend/processing/agreement?locale=${locale}`)
const inAllLanguages = (paths: readonly string[]) =>
  LOCALES.flatMap((locale) => paths.map((path) => `/${locale}${path}`))

let found: Crawl
const all = () => [...found.pages.values()]
test.beforeAll(async () => {
  found = await crawl(productUnderTest().siteUrl)
})

test('every link of every language leads to a page, and a link leads to every page', () => {
  expect(found.dead).toEqual([])
  expect([...found.pages.keys()].sort()).toEqual(inAllLanguages([...FIXED_PATHS, ...SAMPLE]).sort())
  // Everything else is behind a sign-in.
  const withoutLanguage = [...found.others.keys()].filter((path) => localeOf(path) === undefined)
  expect(withoutLanguage.sort()).toEqual(PAPERS.toSorted())
  const missing = all().flatMap(({ path: from, links }) =>
    links
      .filter(({ path, fragment }) => fragment !== '' && found.pages.get(path)?.ids.has(fragment) === false)
      .map(({ path, fragment }) => `${path}#${fragment} from ${from}`),
  )
  expect(missing).toEqual([])
})

test("every page is public: cacheable, without a cookie, and running only the site's scripts", () => {
  for (const { path, headers } of all()) {
    expect.soft(headers.get('cache-control'), path).toContain('s-maxage')
    expect.soft(headers.get('set-cookie'), path).toBeNull()
    expect
      .soft(headers.get('content-security-policy'), path)
      .toMatch(/script-src 'self'(?: 'sha256-[^']+')+;/)
  }
})

test('home pages have the specified titles, and each its own description', () => {
  const TITLES = {
    en: 'AI Professional Headshots from $10',
    de: 'KI Bewerbungsfotos ab 9€ (Zufriedenheitsgarantie)',
  }
  for (const locale of LOCALES) {
    const html = found.pages.get(`/${locale}`)?.html ?? ''
    const { title, description } = MESSAGES[locale].meta.home
    expect(html).toContain(`<title>${title}</title>`)
    expect(html).toContain(`<meta name="description" content="${description}"/>`)
    if (locale === 'en' || locale === 'de') expect(title).toBe(TITLES[locale])
  }
})

test('no page mixes languages, and each names itself and all others', () => {
  for (const page of all()) {
    expect.soft([page.lang, page.canonical?.pathname]).toEqual([page.locale, page.path])
    expect.soft([...page.languages.keys()].sort(), page.path).toEqual([...LOCALES, 'x-default'].sort())
    const strays = page.links.filter(
      ({ path, hrefLang }) => !PAPERS.includes(path) && localeOf(path) !== (hrefLang ?? page.locale),
    )
    expect.soft(strays, page.path).toEqual([])
    for (const [language, { pathname }] of page.languages) {
      const other = found.pages.get(pathname)
      expect
        .soft(other?.locale, `${page.path} in ${language}`)
        .toBe(language === 'x-default' ? 'en' : language)
      expect.soft(addressesOf(other), `${page.path} and ${pathname}`).toEqual(addressesOf(page))
    }
  }
})

const addressesOf = (page: CrawledPage | undefined) =>
  [...(page?.languages ?? [])].map(([language, { href }]) => `${language} ${href}`).sort()

/** Paths of a sitemap, or of an index of them. */
async function mappedIn(siteUrl: string, path: string): Promise<string[]> {
  const response = await fetch(siteUrl + path)
  expect(response.headers.get('content-type')).toContain('xml')
  const xml = await response.text()
  // Pages whose last change is unknown have no date; every given date is valid.
  for (const [, at = ''] of xml.matchAll(/<lastmod>([^<]*)</g)) {
    expect(Date.parse(at)).toBeLessThanOrEqual(Date.now())
    expect(Date.parse(at)).toBeGreaterThan(Date.UTC(2000, 0))
  }
  return [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname)
}

test('the sitemaps hold every page that may be indexed, once, and no other', async () => {
  const { siteUrl } = productUnderTest()
  const parts = await mappedIn(siteUrl, '/sitemap.xml')
  expect(parts).toEqual(LOCALES.map((locale) => `/sitemaps/pages-${locale}-1.xml`))
  const mapped = (await Promise.all(parts.map((part) => mappedIn(siteUrl, part)))).flat()
  expect(mapped.toSorted()).toEqual(
    all()
      .filter(({ isIndexed }) => isIndexed)
      .map(({ path }) => path)
      .sort(),
  )
  expect((await fetch(`${siteUrl}/sitemaps/cities-de-1.xml`)).status).toBe(404)
  expect(await (await fetch(`${siteUrl}/robots.txt`)).text()).toContain('/sitemap.xml')
  const index = await (await fetch(`${siteUrl}/llms.txt`)).text()
  for (const [, address = ''] of index.matchAll(/\]\(([^)]+)\)/g))
    expect([...found.pages.keys()]).toContain(new URL(address).pathname)
})

const Address = z.url()
const Text = z.string().min(1)
const listOf = (item: z.ZodType) =>
  z.array(z.strictObject({ '@type': z.literal('ListItem'), ...positioned, item }))
const positioned = { position: z.int().min(1), name: Text.optional() }
const typed = <T extends string, S extends z.ZodRawShape>(type: T, shape: S) =>
  z.strictObject({ '@context': z.literal('https://schema.org'), '@type': z.literal(type), ...shape })

const Business = z.strictObject({
  '@type': z.literal('ProfessionalService'),
  name: Text,
  url: Address.optional(),
  telephone: Text.optional(),
  address: z.strictObject({
    '@type': z.literal('PostalAddress'),
    streetAddress: Text.optional(),
    postalCode: Text.optional(),
    addressLocality: Text,
    addressCountry: z.string().length(2),
  }),
  geo: z.strictObject({
    '@type': z.literal('GeoCoordinates'),
    latitude: z.number().min(-90).max(90),
    longitude: z.number().min(-180).max(180),
  }),
})
const Offer = z.strictObject({
  '@type': z.literal('Offer'),
  name: Text,
  price: z.string().regex(/^\d+\.\d\d$/),
  priceCurrency: z.enum(['EUR', 'USD']),
  availability: z.literal('https://schema.org/InStock'),
  url: Address,
})
/** Strict: a rating, or any other unverified field, is refused. */
const StructuredData = z.discriminatedUnion('@type', [
  typed('Organization', { name: Text, url: Address, logo: Address, email: z.email().optional() }),
  typed('Product', {
    name: Text,
    description: Text,
    url: Address,
    image: Address,
    brand: z.strictObject({ '@type': z.literal('Brand'), name: Text }),
    offers: z.array(Offer).min(1),
  }),
  typed('BreadcrumbList', { itemListElement: listOf(Address).min(2) }),
  typed('ItemList', {
    itemListOrder: z.literal('https://schema.org/ItemListOrderAscending'),
    numberOfItems: z.int().min(1),
    itemListElement: listOf(Business).min(1),
  }),
  typed('FAQPage', {
    mainEntity: z
      .array(
        z.strictObject({
          '@type': z.literal('Question'),
          name: Text,
          acceptedAnswer: z.strictObject({ '@type': z.literal('Answer'), text: Text }),
        }),
      )
      .min(1),
  }),
])

/** What each type of page says of itself. */
const EXPECTED: Readonly<Record<string, readonly string[]>> = {
  '': ['Organization'],
  '/pricing': ['Product', 'BreadcrumbList'],
  '/verify': ['BreadcrumbList'],
  '/where-your-face-is': ['BreadcrumbList'],
  '/status': ['BreadcrumbList'],
  '/legal/privacy-policy': ['BreadcrumbList'],
  '/legal/terms': ['BreadcrumbList'],
  '/legal/imprint': ['BreadcrumbList'],
  '/legal/withdrawal': ['BreadcrumbList'],
  '/headshots-near-me': ['BreadcrumbList'],
  '/headshots-near-me/sample-country': ['BreadcrumbList'],
  // Sample listings are not in the structured data.
  '/headshots-near-me/sample-country/sampletown': ['BreadcrumbList', 'FAQPage'],
  '/headshots-near-me/sample-country/exampleton': ['BreadcrumbList', 'FAQPage'],
}

test("a page's structured data is valid, and of its kind", () => {
  for (const { path, locale, structuredData } of all()) {
    const types = structuredData.map((data) => {
      const read = StructuredData.safeParse(data)
      expect.soft(read.error?.message, `${path}: ${JSON.stringify(data)}`).toBeUndefined()
      return read.data?.['@type']
    })
    expect.soft(types.toSorted(), path).toEqual([...(EXPECTED[path.slice(`/${locale}`.length)] ?? [])].sort())
  }
})

test('a directory of real places is mapped in each language, and its pages list their photographers', async () => {
  test.setTimeout(180_000)
  const site = await startFilledDirectory()
  try {
    const parts = await mappedIn(site.url, '/sitemap.xml')
    expect(parts).toEqual(
      ['pages', 'countries', 'cities'].flatMap((kind) =>
        LOCALES.map((locale) => `/sitemaps/${kind}-${locale}-1.xml`),
      ),
    )
    for (const locale of LOCALES) {
      const countries = await mappedIn(site.url, `/sitemaps/countries-${locale}-1.xml`)
      const cities = await mappedIn(site.url, `/sitemaps/cities-${locale}-1.xml`)
      expect(countries).toContain(`/${locale}/headshots-near-me/switzerland`)
      expect(cities).toContain(`/${locale}/headshots-near-me/switzerland/zurich`)
      // This city has no listings.
      expect(cities).not.toContain(`/${locale}/headshots-near-me/italy/l-aquila`)
      // The directory's start page is skipped: it belongs to the product's own build.
      for (const path of [...countries, ...cities].filter((one) => one.split('/').length > 3)) {
        const page = await readPage(site.url, path)
        expect.soft([page.lang, page.isIndexed, page.canonical?.pathname], path).toEqual([locale, true, path])
        const read = page.structuredData.map((data) => {
          const { data: known, error } = StructuredData.safeParse(data)
          expect.soft(error?.message, `${path}: ${JSON.stringify(data)}`).toBeUndefined()
          return known
        })
        const types = read.map((data) => data?.['@type']).toSorted()
        const isCity = cities.includes(path)
        expect.soft(types, path).toEqual(['BreadcrumbList', ...(isCity ? ['FAQPage', 'ItemList'] : [])])
        for (const name of read.flatMap(namesListed)) expect.soft(page.html, path).toContain(name)
      }
    }
  } finally {
    await site.close()
  }
})

/** Every listing in the structured data is also on the page. */
const namesListed = (data: z.output<typeof StructuredData> | undefined): string[] =>
  data?.['@type'] === 'ItemList'
    ? data.itemListElement.map(({ item }) => escaped(Business.parse(item).name))
    : []
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll("'", '&#x27;')

test('every preview picture exists, in the size that the page declares', async () => {
  const { siteUrl } = productUnderTest()
  const addresses = new Set<string>()
  for (const { path, previewUrl, previewSize } of all()) {
    expect.soft(previewSize, path).toEqual(['1200', '627'])
    expect.soft(previewUrl, path).toBeDefined()
    // Those of the directory are drawn by one piece of code: one language of each page says enough.
    if (previewUrl && (!path.includes('/headshots-near-me') || path.startsWith('/fr')))
      addresses.add(previewUrl.pathname + previewUrl.search)
  }
  for (const address of addresses) {
    const response = await fetch(siteUrl + address)
    expect.soft(response.status, address).toBe(200)
    const { width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
    expect.soft([width, height], address).toEqual([1200, 627])
  }
})

for (const locale of LOCALES)
  test(`an unknown page says so in ${locale}`, async () => {
    const response = await fetch(`${productUnderTest().siteUrl}/${locale}/nothing/here`)
    expect(response.status).toBe(404)
    const html = await response.text()
    expect(html).toContain(`<html lang="${locale}"`)
    expect(html).toContain('noindex')
  })
