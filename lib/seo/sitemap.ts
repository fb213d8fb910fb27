import { LOCALES, type Locale } from '#contract/locales.ts'
import { alternatesOf } from '#lib/i18n/alternates.ts'

/** https://www.sitemaps.org/protocol.html allows 50,000 addresses and 50 MB; with five languages each, the size is met first. */
export const ADDRESSES_PER_SITEMAP = 10_000

/** Pages outside the directory, after the language. */
export const FIXED_PATHS = [
  '',
  '/pricing',
  '/verify',
  '/where-your-face-is',
  '/status',
  '/legal/privacy-policy',
  '/legal/terms',
  '/legal/imprint',
  '/legal/withdrawal',
] as const

export interface MappedPage {
  /** After the language. */
  path: string
  /** When what it shows last changed; absent where unknown. */
  changedAt?: string
}

export const SITEMAP_KINDS = ['pages', 'countries', 'cities'] as const
export type SitemapKind = (typeof SITEMAP_KINDS)[number]

export interface SitemapName {
  kind: SitemapKind
  locale: Locale
  /** Counted from 1. */
  part: number
}

export const nameOfSitemap = ({ kind, locale, part }: SitemapName) => `${kind}-${locale}-${part}.xml`

export function parseSitemapName(name: string): SitemapName | undefined {
  const [, kind, locale, part] = /^([a-z]+)-([a-z]{2})-([1-9]\d{0,4})\.xml$/.exec(name) ?? []
  const known = SITEMAP_KINDS.find((one) => one === kind)
  const language = LOCALES.find((one) => one === locale)
  if (known === undefined || language === undefined) return undefined
  return { kind: known, locale: language, part: Number(part) }
}

/** The pages of one part. */
export function partOf(pages: readonly MappedPage[], part: number): readonly MappedPage[] {
  return pages.slice((part - 1) * ADDRESSES_PER_SITEMAP, part * ADDRESSES_PER_SITEMAP)
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** The parts of all kinds and languages, each with the day of its latest change; empty ones are left out. */
export function sitemapIndex(
  origin: string,
  kinds: Readonly<Record<SitemapKind, readonly MappedPage[]>>,
): string {
  const entries = SITEMAP_KINDS.flatMap((kind) => {
    const partCount = Math.ceil(kinds[kind].length / ADDRESSES_PER_SITEMAP)
    return LOCALES.flatMap((locale) =>
      Array.from({ length: partCount }, (_, index) => {
        const part = index + 1
        const changes = partOf(kinds[kind], part).flatMap(({ changedAt }) => changedAt ?? [])
        const latest = changes.toSorted().at(-1)
        const loc = `${origin}/sitemaps/${nameOfSitemap({ kind, locale, part })}`
        return `<sitemap><loc>${escaped(loc)}</loc>${lastmod(latest)}</sitemap>`
      }),
    )
  })
  return document('sitemapindex', '', entries)
}

/** One part: its pages in one language, each with its other languages. */
export function urlSet(origin: string, locale: Locale, pages: readonly MappedPage[]): string {
  const entries = pages.map(({ path, changedAt }) => {
    const { canonical, languages } = alternatesOf(locale, path)
    const links = Object.entries(languages).map(
      ([language, to]) =>
        `<xhtml:link rel="alternate" hreflang="${language}" href="${escaped(origin + to)}"/>`,
    )
    return `<url><loc>${escaped(origin + canonical)}</loc>${lastmod(changedAt)}${links.join('')}</url>`
  })
  return document('urlset', ' xmlns:xhtml="http://www.w3.org/1999/xhtml"', entries)
}

const lastmod = (at: string | undefined) => (at === undefined ? '' : `<lastmod>${at}</lastmod>`)

function document(root: string, namespaces: string, entries: readonly string[]): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${namespaces}>`,
    ...entries,
    `</${root}>`,
    '',
  ].join('\n')
}
