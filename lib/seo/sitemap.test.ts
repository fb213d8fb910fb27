import { LOCALES } from '#contract/locales.ts'
import { test } from 'node:test'
import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import {
  ADDRESSES_PER_SITEMAP,
  nameOfSitemap,
  parseSitemapName,
  partOf,
  sitemapIndex,
  urlSet,
} from './sitemap.ts'

const ORIGIN = 'https://site.example'
const cities = Array.from({ length: ADDRESSES_PER_SITEMAP + 3 }, (_, index) => ({
  path: `/headshots-near-me/x/c-${index}`,
  changedAt: `2026-01-01T00:00:0${index % 10}.000Z`,
}))

test('the index names every part of every language once, with its latest change, and no empty one', () => {
  const index = sitemapIndex(ORIGIN, { pages: [{ path: '' }], countries: [], cities })
  const names = [...index.matchAll(/<loc>[^<]*\/sitemaps\/([^<]+)<\/loc>/g)].map(([, name = '']) => name)
  expect(names).toHaveLength(LOCALES.length * 3)
  expect(new Set(names).size).toBe(names.length)
  expect(names.filter((name) => name.startsWith('countries'))).toEqual([])
  expect(index).toContain('cities-de-2.xml</loc><lastmod>2026-01-01T00:00:02.000Z</lastmod>')
  expect(index).toContain('pages-de-1.xml</loc></sitemap>')
  for (const name of names) expect(nameOfSitemap(parseSitemapName(name) ?? fail(name))).toBe(name)
})

function fail(name: string): never {
  throw new Error(`${name} is not understood`)
}

test('the parts hold every page once', () => {
  const all = [...partOf(cities, 1), ...partOf(cities, 2), ...partOf(cities, 3)]
  expect(all).toEqual(cities)
})

test('a page comes with all its languages, and in no other than the part is for', () => {
  const xml = urlSet(ORIGIN, 'fr', [{ path: '/a&b' }])
  expect(xml).toContain(`<loc>${ORIGIN}/fr/a&#38;b</loc>`)
  expect(xml.match(/hreflang=/g)).toHaveLength(LOCALES.length + 1)
  expect(xml.match(/<loc>/g)).toHaveLength(1)
})

testEach(['pages-xx-1.xml', 'other-de-1.xml', 'cities-de-0.xml', 'cities-de-1', '../cities-de-1.xml'])(
  '%s is no sitemap',
  (name) => {
    expect(parseSitemapName(name)).toBeUndefined()
  },
)
