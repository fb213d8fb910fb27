import { LOCALES, type Locale } from '#contract/locales.ts'

/** Pages behind a sign-in or a token: linked, but not to be crawled. */
const OWN_PAGES = /^\/[a-z]{2}\/(?:persons|checkout|account|referral|auth|upload|share|image)(?:\/|$)/

export interface CrawledPage {
  path: string
  locale: Locale
  html: string
  headers: Headers
  lang: string | undefined
  /** Paths; the origin is checked by who reads them. */
  canonical: URL | undefined
  languages: ReadonlyMap<string, URL>
  isIndexed: boolean
  previewUrl: URL | undefined
  /** What `width` and `height` the page says its preview has. */
  previewSize: readonly string[]
  structuredData: readonly unknown[]
  links: readonly PageLink[]
  ids: ReadonlySet<string>
}

export interface PageLink {
  /** Path and query. */
  path: string
  fragment: string
  /** The link's `hreflang`. */
  hrefLang: string | undefined
}

export interface Crawl {
  pages: ReadonlyMap<string, CrawledPage>
  /** Linked addresses that are not crawled: pages behind a sign-in, files. Each with the page that links it. */
  others: ReadonlyMap<string, string>
  /** Links whose answer was not 200, as "path from page: status". */
  dead: readonly string[]
}

/** Follows every link of every language from the home pages, without a browser. */
export async function crawl(siteUrl: string): Promise<Crawl> {
  const pages = new Map<string, CrawledPage>()
  const others = new Map<string, string>()
  const dead: string[] = []
  let frontier = new Map(LOCALES.map((locale) => [`/${locale}`, 'the start']))
  while (frontier.size > 0) {
    const read = await Promise.all(
      [...frontier].map(async ([path, from]) => {
        // A link must lead to its page without a redirect.
        const response = await fetch(siteUrl + path, { redirect: 'manual' })
        if (response.status !== 200) dead.push(`${path} from ${from}: ${response.status}`)
        return response.status === 200 ? parsePage(path, await response.text(), response.headers) : undefined
      }),
    )
    const next = new Map<string, string>()
    for (const page of read) if (page !== undefined) pages.set(page.path, page)
    for (const page of read) {
      for (const { path } of page?.links ?? []) {
        if (pages.has(path) || page === undefined) continue
        if (localeOf(path) === undefined || OWN_PAGES.test(path)) others.set(path, page.path)
        else next.set(path, page.path)
      }
    }
    frontier = next
  }
  await Promise.all(
    [...others].map(async ([path, from]) => {
      const { status } = await fetch(siteUrl + path)
      if (status !== 200) dead.push(`${path} from ${from}: ${status}`)
    }),
  )
  return { pages, others, dead }
}

/** Reads one page. @throws when the answer is not 200 */
export async function readPage(siteUrl: string, path: string): Promise<CrawledPage> {
  const response = await fetch(siteUrl + path, { redirect: 'manual' })
  if (response.status !== 200) throw new Error(`${path}: ${response.status}`)
  return parsePage(path, await response.text(), response.headers)
}

export function localeOf(path: string): Locale | undefined {
  return LOCALES.find((locale) => path === `/${locale}` || path.startsWith(`/${locale}/`))
}

function parsePage(path: string, html: string, headers: Headers): CrawledPage {
  const locale = localeOf(path)
  if (locale === undefined) throw new Error(`${path} has no language`)
  const metas = elements(html, 'meta')
  const content = (key: string) => metas.find(({ name, property }) => (name ?? property) === key)?.['content']
  const heads = elements(html, 'link')
  const url = (address: string | undefined) =>
    address === undefined ? undefined : (URL.parse(address) ?? undefined)
  return {
    path,
    locale,
    html,
    headers,
    lang: elements(html, 'html')[0]?.['lang'],
    canonical: url(heads.find(({ rel }) => rel === 'canonical')?.['href']),
    languages: new Map(
      heads.flatMap(({ rel, hreflang, href }) => {
        const address = url(href)
        return rel === 'alternate' && hreflang !== undefined && address ? [[hreflang, address] as const] : []
      }),
    ),
    isIndexed: !(content('robots') ?? '').includes('noindex'),
    previewUrl: url(content('og:image')),
    previewSize: [content('og:image:width') ?? '', content('og:image:height') ?? ''],
    structuredData: [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
      ([, json = '']): unknown => JSON.parse(json),
    ),
    links: elements(html, 'a').flatMap(({ href = '', hreflang }) => {
      if (!href.startsWith('/') && !href.startsWith('#')) return []
      const { pathname, search, hash } = new URL(href, `http://any.example${path}`)
      return [{ path: pathname + search, fragment: hash.slice(1), hrefLang: hreflang }]
    }),
    ids: new Set([...html.matchAll(/\sid="([^"]*)"/g)].map(([, id = '']) => id)),
  }
}

type Attributes = Readonly<Partial<Record<string, string>>>

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&quot;': '"',
  '&#x27;': "'",
  '&lt;': '<',
  '&gt;': '>',
}

/** The attributes of every element of a name, in lower case; for markup in React's form. */
function elements(html: string, name: string): Attributes[] {
  return [...html.matchAll(new RegExp(`<${name}(?=[\\s>])([^>]*)>`, 'g'))].map(([, inside = '']) =>
    Object.fromEntries(
      [...inside.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [
        key.toLowerCase(),
        value.replace(/&(?:amp|quot|#x27|lt|gt);/g, (entity) => ENTITIES[entity] ?? entity),
      ]),
    ),
  )
}
