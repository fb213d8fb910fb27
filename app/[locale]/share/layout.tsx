import { LanguageMenu } from '#components/product/language-menu.tsx'
import { Header } from '#components/shell/header.tsx'
import { MessagesProvider } from '#components/shell/messages-provider.tsx'
import type { Metadata } from 'next'
import { connection } from 'next/server'
import type { ReactNode } from 'react'

/** Addresses of these pages are sent to no other site, and visits are not counted. */
export const metadata: Metadata = { robots: { index: false, follow: false }, referrer: 'no-referrer' }

export default async function ShareLayout({ children }: { children: ReactNode }) {
  // The nonce of the content security policy is new with every request.
  await connection()
  return (
    <MessagesProvider namespaces={['errors', 'recipient', 'shell', 'ui']}>
      <Header actions={<LanguageMenu />} />
      <main id="main" className="wrap py-5 pb-16 sm:py-8 sm:pb-24">
        {children}
      </main>
    </MessagesProvider>
  )
}
