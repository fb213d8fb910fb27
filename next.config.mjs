import { fileURLToPath } from 'node:url'
import createNextIntlPlugin from 'next-intl/plugin'
import { publicPolicy } from './lib/content-policy/without-nonce.mjs'

const development = process.env.NODE_ENV === 'development'

/**
 * For pages rendered on request without a nonce, such as "not found". Prerendered ones replace it by a stricter one with
 * hashes (the adapter); signed-in ones get theirs, with a nonce, from the middleware, hence the exception in `source`.
 */
const fallbackPolicy = publicPolicy("'unsafe-inline'", development)

const everywhere = [
  { key: 'Strict-Transport-Security', value: 'max-age=63072000; includeSubDomains' },
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  { key: 'X-Frame-Options', value: 'DENY' },
  { key: 'Referrer-Policy', value: 'strict-origin-when-cross-origin' },
  { key: 'Cross-Origin-Opener-Policy', value: 'same-origin-allow-popups' },
  {
    key: 'Permissions-Policy',
    value: 'camera=(self), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  },
]

/** @type {import('next').NextConfig} */
const config = {
  distDir: process.env.NEXT_DIST_DIR ?? '.next',
  adapterPath: fileURLToPath(new URL('./lib/content-policy/next-adapter.mjs', import.meta.url)),
  poweredByHeader: false,
  reactStrictMode: true,
  // Calls are served with or without a slash at the end; a redirect would lose the body of some.
  skipTrailingSlashRedirect: true,
  // `npm run types` checks the whole repository; the build would do it a second time.
  typescript: { ignoreBuildErrors: true },
  experimental: { globalNotFound: true },
  async headers() {
    return [
      { source: '/:path*', headers: everywhere },
      {
        source: '/((?!(?:en|de|fr|es|it)(?:$|/auth|/persons)).*)',
        headers: [{ key: 'Content-Security-Policy', value: fallbackPolicy }],
      },
      {
        // Not "immutable", although the names carry a hash: a file missing for a moment is answered with this too.
        source: '/:folder(pictures|previews|icons)/:file*',
        headers: [{ key: 'Cache-Control', value: 'public, max-age=86400, stale-while-revalidate=604800' }],
      },
    ]
  },
}

export default createNextIntlPlugin('./lib/i18n/request.ts')(config)
