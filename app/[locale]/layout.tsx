import { LOCALES } from '#contract/locales.ts'
import { BRAND } from '#contract/brand.ts'
import { PageViews } from '#components/analytics/page-views.tsx'
import { ConsentBanner } from '#components/consent/consent-banner.tsx'
import { KeepPageAlive } from '#components/product/keep-page-alive.tsx'
import { HEAD_SCRIPT } from '#lib/content-policy/head-script.ts'
import { readSiteUrl } from '#lib/env.ts'
import { routing } from '#lib/i18n/routing.ts'
import type { Metadata, Viewport } from 'next'
import { hasLocale } from 'next-intl'
import { getMessages } from 'next-intl/server'
import { notFound } from 'next/navigation'
import type { ReactNode } from 'react'
import { sans, sansExtended } from '../fonts.ts'
import '../globals.css'

export function generateStaticParams() {
  return LOCALES.map((locale) => ({ locale }))
}

export const metadata: Metadata = {
  metadataBase: new URL(readSiteUrl()),
  applicationName: BRAND,
  formatDetection: { telephone: false, email: false, address: false },
}

export const viewport: Viewport = {
  colorScheme: 'light dark',
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#fcfaf7' },
    { media: '(prefers-color-scheme: dark)', color: '#0b0e13' },
  ],
}

interface Props {
  children: ReactNode
  params: Promise<{ locale: string }>
}

export default async function LocaleLayout({ children, params }: Props) {
  const { locale } = await params
  if (!hasLocale(routing.locales, locale)) notFound()
  const { consent } = await getMessages()
  return (
    <html
      lang={locale}
      className={`${sans.variable} ${sansExtended.variable}`}
      data-scroll-behavior="smooth"
      suppressHydrationWarning
    >
      <head>
        <script dangerouslySetInnerHTML={{ __html: HEAD_SCRIPT }} />
      </head>
      <body>
        {children}
        <ConsentBanner copy={consent} locale={locale} />
        <PageViews />
        <KeepPageAlive />
      </body>
    </html>
  )
}
