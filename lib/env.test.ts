import { describe, test } from 'node:test'
import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import {
  parseIdentitySettings,
  parseMediaOrigins,
  parseSeller,
  parseSignInPages,
  parseSiteServer,
} from './env.ts'

const demo = { FIREBASE_PROJECT_ID: 'demo-x' }
const emulated = { ...demo, FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' }

describe('identity settings', () => {
  testEach([
    [
      'Google without an emulator',
      { ...demo, NODE_ENV: 'production' },
      { kind: 'google', projectId: 'demo-x' },
    ],
    [
      'the emulator in development',
      { ...emulated, NODE_ENV: 'development' },
      { kind: 'emulator', projectId: 'demo-x', emulatorOrigin: 'http://127.0.0.1:9099' },
    ],
    [
      'the emulator in production where an operator says so',
      { ...emulated, NODE_ENV: 'production', ALLOW_EMBEDDED: '1' },
      { kind: 'emulator', projectId: 'demo-x', emulatorOrigin: 'http://127.0.0.1:9099' },
    ],
    [
      'an empty host as none',
      { ...demo, FIREBASE_AUTH_EMULATOR_HOST: '' },
      { kind: 'google', projectId: 'demo-x' },
    ],
  ])('take %s', (_name, env, expected) => {
    expect(parseIdentitySettings(env)).toEqual(expected)
  })

  testEach([
    ['no project', {}, 'FIREBASE_PROJECT_ID'],
    ['the emulator in production', { ...emulated, NODE_ENV: 'production' }, 'ALLOW_EMBEDDED'],
    ['the emulator for a real project', { ...emulated, FIREBASE_PROJECT_ID: 'shop' }, 'demo-'],
    [
      'a host with a scheme',
      { ...demo, FIREBASE_AUTH_EMULATOR_HOST: 'http://h:1' },
      'FIREBASE_AUTH_EMULATOR_HOST',
    ],
  ])('refuse %s and name it', (_name, env, named) => {
    expect(() => parseIdentitySettings(env)).toThrow(named)
  })
})

describe("the site's server", () => {
  test('trusts no proxy and has no gateway secret by default', () => {
    expect(parseSiteServer({})).toEqual({ trustedProxies: 0, gatewaySecret: undefined })
  })

  testEach([
    ['no secret in production', { NODE_ENV: 'production' }, 'GATEWAY_SECRET'],
    ['a short secret', { GATEWAY_SECRET: 'short' }, 'GATEWAY_SECRET'],
    ['a count of proxies that is none', { TRUSTED_PROXIES: 'all' }, 'TRUSTED_PROXIES'],
  ])('refuses %s and names it', (_name, env, named) => {
    expect(() => parseSiteServer(env)).toThrow(named)
  })
})

testEach([
  [
    'the bucket and a proxy',
    { MEDIA_ORIGINS: 'https://b.s3.example/x  https://cdn.example' },
    ['https://b.s3.example', 'https://cdn.example'],
  ],
  [
    'where browsers reach the backend',
    { BACKEND_PUBLIC_URL: 'https://api.example/v1' },
    ['https://api.example'],
  ],
  ['where the site reaches it', {}, ['http://127.0.0.1:4100']],
])('storage is at %s', (_name, env, expected) => {
  expect(parseMediaOrigins(env)).toEqual(expected)
})

testEach([
  [
    'the site itself, which fetches them',
    { FIREBASE_PROJECT_ID: 'shop', SITE_URL: 'https://shop.example' },
    {
      origin: 'https://shop.example',
      authDomain: 'shop.example',
      fetchedFrom: 'https://shop.firebaseapp.com',
    },
  ],
  [
    'the site itself, for a domain that was named',
    {
      FIREBASE_PROJECT_ID: 'shop',
      FIREBASE_AUTH_DOMAIN: 'login.example',
      SITE_URL: 'https://shop.example',
    },
    { origin: 'https://shop.example', authDomain: 'shop.example', fetchedFrom: 'https://login.example' },
  ],
  [
    'Firebase, where the site is not served by https',
    { FIREBASE_PROJECT_ID: 'shop', SITE_URL: 'http://localhost:3000' },
    {
      origin: 'https://shop.firebaseapp.com',
      authDomain: 'shop.firebaseapp.com',
      fetchedFrom: null,
    },
  ],
  [
    'the emulator',
    { ...emulated, SITE_URL: 'https://shop.example' },
    { origin: 'http://127.0.0.1:9099', authDomain: 'demo-x.firebaseapp.com', fetchedFrom: null },
  ],
])('the sign-in pages are at %s', (_name, env, expected) => {
  expect(parseSignInPages(env)).toEqual(expected)
})

describe('the seller', () => {
  const named = {
    SELLER_NAME: 'Studio GmbH',
    SELLER_ADDRESS: 'Weg 1|8000 Zürich',
    SELLER_EMAIL: 'a@b.example',
  }
  const production = { NODE_ENV: 'production' }

  testEach(['SELLER_NAME', 'SELLER_ADDRESS', 'SELLER_EMAIL'])(
    'is refused in production without %s',
    (name) => {
      expect(() => parseSeller({ ...named, ...production, [name]: '' })).toThrow(name)
    },
  )

  test('is taken whole in production, and without its settings where the embedded parts are allowed', () => {
    expect(parseSeller({ ...named, ...production })).toMatchObject({
      name: 'Studio GmbH',
      addressLines: ['Weg 1', '8000 Zürich'],
      email: 'a@b.example',
    })
    expect(parseSeller({ ...production, ALLOW_EMBEDDED: '1' })).toMatchObject({ name: null, email: null })
    expect(parseSeller({})).toMatchObject({ name: null, addressLines: [] })
  })
})
