import { SyncUrlCodes } from '#components/product/sync-url-codes.tsx'
import { LanguageMenu } from '#components/product/language-menu.tsx'
import { OfflineBanner } from '#components/product/offline-banner.tsx'
import { RouteFocus } from '#components/product/route-focus.tsx'
import { Header } from '#components/shell/header.tsx'
import { MessagesProvider } from '#components/shell/messages-provider.tsx'
import type { Metadata } from 'next'
import { connection } from 'next/server'
import type { ReactNode } from 'react'

export const metadata: Metadata = { robots: { index: false }, referrer: 'no-referrer' }

export default async function AuthLayout({ children }: { children: ReactNode }) {
  // The nonce of the content security policy is new with every request.
  await connection()
  return (
    <MessagesProvider namespaces={['auth', 'errors', 'product', 'shell', 'ui']}>
      <RouteFocus />
      <SyncUrlCodes />
      <OfflineBanner />
      <Header actions={<LanguageMenu />} />
      <main id="main" className="wrap-narrow py-10 sm:py-16">
        {children}
      </main>
    </MessagesProvider>
  )
}
