import { BRAND } from '#contract/brand.ts'
import { LOCALES } from '#contract/locales.ts'
import { ConsentBanner } from '#components/consent/consent-banner.tsx'
import { BrandMark } from '#components/shell/brand-mark.tsx'
import { HEAD_SCRIPT } from '#lib/content-policy/head-script.ts'
import { languageName } from '#lib/i18n/language-name.ts'
import { routing } from '#lib/i18n/routing.ts'
import type { Metadata } from 'next'
import { getMessages, getTranslations } from 'next-intl/server'
import { sans, sansExtended } from './fonts.ts'
import './globals.css'

export const metadata: Metadata = { title: `404 · ${BRAND}`, robots: { index: false } }

/** An address without a language: the answer is given in all of them, each leading to its home page. */
export default async function GlobalNotFound() {
  const titles = await Promise.all(
    LOCALES.map(async (locale) => ({
      locale,
      title: (await getTranslations({ locale, namespace: 'meta.notFound' }))('title'),
    })),
  )
  const locale = routing.defaultLocale
  const { consent } = await getMessages({ locale })
  return (
    <html lang={locale} className={`${sans.variable} ${sansExtended.variable}`} suppressHydrationWarning>
      <head>
        <script dangerouslySetInnerHTML={{ __html: HEAD_SCRIPT }} />
      </head>
      <body>
        <main id="main" className="wrap max-w-3xl py-14 sm:py-20">
          <BrandMark className="size-10" />
          <h1 className="mt-6 text-3xl tabular-nums">404</h1>
          <ul className="mt-8 border-t border-hairline">
            {titles.map(({ locale, title }) => (
              <li key={locale} lang={locale} className="border-b border-hairline">
                <a
                  href={`/${locale}`}
                  hrefLang={locale}
                  className="flex min-h-14 flex-wrap items-center justify-between gap-x-6 py-3 hover:underline hover:underline-offset-4"
                >
                  <span className="font-semibold">{title}</span>
                  <span className="text-ink-soft">{languageName(locale)}</span>
                </a>
              </li>
            ))}
          </ul>
        </main>
        <ConsentBanner copy={consent} locale={locale} />
      </body>
    </html>
  )
}
