import { fileURLToPath } from 'node:url'
import createNextIntlPlugin from 'next-intl/plugin'
import { LOCALES } from './contract/locales.ts'
import { DATA_POLICY, SECURITY_HEADERS, WALLET_PERMISSIONS } from './lib/content-policy/policy.ts'
import { GUARDED_SECTION_NAMES } from './lib/session/sections.ts'

const locale = `:locale(${LOCALES.join('|')})`
const section = `:section(${GUARDED_SECTION_NAMES.join('|')})`

const everywhere = Object.entries(SECURITY_HEADERS).map(([key, value]) => ({ key, value }))

/** @type {import('next').NextConfig} */
const config = {
  distDir: process.env.NEXT_DIST_DIR ?? '.next',
  adapterPath: fileURLToPath(new URL('./lib/content-policy/build-adapter.mjs', import.meta.url)),
  cacheHandler: fileURLToPath(new URL('./lib/content-policy/page-cache.mjs', import.meta.url)),
  poweredByHeader: false,
  // The server that `npm start` runs and an image holds. What the cache of pages loads while it runs is not traced.
  output: 'standalone',
  outputFileTracingRoot: import.meta.dirname,
  outputFileTracingIncludes: {
    '/**': ['./lib/**/*.ts', './contract/**/*.ts', './node_modules/zod/**/*'],
  },
  reactStrictMode: true,
  // Calls are served with or without a slash at the end; a redirect would lose the body of some.
  skipTrailingSlashRedirect: true,
  // `npm run types` checks the whole repository; the build would do it a second time.
  typescript: { ignoreBuildErrors: true },
  // An image's file system is read-only; elsewhere pages made while it runs outlive a restart.
  experimental: { globalNotFound: true, isrFlushToDisk: process.env.PAGES_ON_DISK !== '0' },
  // Every browser that Next supports has what its polyfills would add.
  turbopack: { resolveAlias: { '../build/polyfills/polyfill-module': './lib/browser/no-polyfills.ts' } },
  // Nothing of the site's goes through the optimizer: its pictures are made in their sizes.
  images: { unoptimized: true },
  async rewrites() {
    return {
      beforeFiles: [{ source: '/__/:path*', destination: '/api/sign-in-pages/:path*' }],
      afterFiles: [],
      // Below a language, what no page answers to: under the policy of the place it was looked for in.
      fallback: [
        { source: `/${locale}/${section}/:rest*`, destination: '/:locale/unknown/guarded' },
        { source: `/${locale}/:rest+`, destination: '/:locale/unknown' },
      ],
    }
  },
  async headers() {
    return [
      { source: '/:path*', headers: everywhere },
      // Stripe's form offers the wallets of the device.
      {
        source: `/${locale}/checkout/pay`,
        headers: [{ key: 'Permissions-Policy', value: WALLET_PERMISSIONS }],
      },
      // Firebase's sign-in pages: one is a frame of ours, another a window that leaves for a provider and comes back.
      {
        source: '/__/:path*',
        headers: [
          { key: 'X-Frame-Options', value: 'SAMEORIGIN' },
          { key: 'Cross-Origin-Opener-Policy', value: 'unsafe-none' },
        ],
      },
      // Their addresses carry a key; no other page or file is told.
      { source: `/${locale}/upload/:rest*`, headers: [{ key: 'Referrer-Policy', value: 'no-referrer' }] },
      // Pages bring their own: prerendered ones from the build, guarded ones from the middleware.
      { source: '/api/:path*', headers: [{ key: 'Content-Security-Policy', value: DATA_POLICY }] },
      // Named by what is in it (scripts/public-pictures.ts).
      {
        source: '/pictures/:file*',
        headers: [{ key: 'Cache-Control', value: 'public, max-age=31536000, immutable' }],
      },
      {
        source: '/:folder(og|icons)/:file*',
        headers: [{ key: 'Cache-Control', value: 'public, max-age=86400, stale-while-revalidate=604800' }],
      },
    ]
  },
}

export default createNextIntlPlugin('./lib/i18n/request.ts')(config)
