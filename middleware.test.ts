import { describe } from 'node:test'
import { expect } from 'expect'
import { unstable_doesMiddlewareMatch as doesMiddlewareMatch } from 'next/experimental/testing/server.js'
import { LOCALES } from '#contract/locales.ts'
import { GUARDED_SECTION_NAMES } from '#lib/session/sections.ts'
import { testEach } from '#tests/support/each.ts'
import { config } from './middleware.ts'

const matches = (url: string) => doesMiddlewareMatch({ config, nextConfig: {}, url })

describe('the middleware runs on', () => {
  testEach([
    '/',
    '/persons',
    '/persons/new',
    '/pricing',
    '/xx',
    '/english',
    '/DE',
    '/De/pricing',
    '/de-CH/pricing',
    ...LOCALES.map((l) => `/${l}/persons/1`),
  ])('%s', (url) => {
    expect(matches(url)).toBe(true)
  })
  testEach(LOCALES.flatMap((l) => GUARDED_SECTION_NAMES.flatMap((s) => [`/${l}/${s}`, `/${l}/${s}/a/b`])))(
    '%s',
    (url) => {
      expect(matches(url)).toBe(true)
    },
  )
})

describe('the middleware leaves alone', () => {
  testEach([
    ...LOCALES.flatMap((l) => [
      `/${l}`,
      `/${l}/pricing`,
      `/${l}/headshots-near-me/ch/bern`,
      `/${l}/opengraph-image`,
    ]),
    '/api/backend/persons/get_all',
    '/api/session',
    '/_next/static/chunks/a.js',
    '/favicon.ico',
    '/sitemap.xml',
    '/samples/one.jpg',
    '/stripe/webhooks',
    '/engines/hooks',
    '/__/auth/handler',
    '/__/firebase/init.json',
  ])('%s', (url) => {
    expect(matches(url)).toBe(false)
  })
})
