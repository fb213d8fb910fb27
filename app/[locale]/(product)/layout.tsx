import { SyncUrlCodes } from '#components/product/sync-url-codes.tsx'
import { LanguageMenu } from '#components/product/language-menu.tsx'
import { OfflineBanner } from '#components/product/offline-banner.tsx'
import { RouteFocus } from '#components/product/route-focus.tsx'
import { ProductNav } from '#components/product/product-nav.tsx'
import { SessionGate } from '#components/product/session-gate.tsx'
import { SignOutButton } from '#components/product/sign-out-button.tsx'
import { Header } from '#components/shell/header.tsx'
import { MessagesProvider } from '#components/shell/messages-provider.tsx'
import type { Metadata } from 'next'
import { connection } from 'next/server'
import type { ReactNode } from 'react'

export const metadata: Metadata = { robots: { index: false } }

export default async function ProductLayout({ children }: { children: ReactNode }) {
  // The nonce of the content security policy is new with every request.
  await connection()
  return (
    <MessagesProvider
      namespaces={[
        'account',
        'acquisition',
        'auth',
        'bundles',
        'cares',
        'checkout',
        'errors',
        'feedback',
        'handoff',
        'finishing',
        'headshotAdvice',
        'headshotReasons',
        'persons',
        'processing',
        'product',
        'referral',
        'selfieReasons',
        'sharing',
        'shell',
        'shop',
        'styles',
        'training',
        'ui',
        'upload',
      ]}
    >
      <RouteFocus />
      <SyncUrlCodes />
      <OfflineBanner />
      <Header
        isTight
        actions={
          <>
            <ProductNav />
            <LanguageMenu />
            <SignOutButton />
          </>
        }
      />
      <main id="main" className="wrap py-6 pb-16 sm:py-8 sm:pb-24">
        <SessionGate>{children}</SessionGate>
      </main>
    </MessagesProvider>
  )
}
