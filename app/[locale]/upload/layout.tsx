import { LanguageMenu } from '#components/product/language-menu.tsx'
import { OfflineBanner } from '#components/product/offline-banner.tsx'
import { Header } from '#components/shell/header.tsx'
import { MessagesProvider } from '#components/shell/messages-provider.tsx'
import type { Metadata } from 'next'
import { connection } from 'next/server'
import type { ReactNode } from 'react'

export const metadata: Metadata = {
  robots: { index: false, follow: false, nocache: true },
  referrer: 'no-referrer',
}

/** No account, no codes and no analytics: the address is a key. */
export default async function UploadLayout({ children }: { children: ReactNode }) {
  // The nonce of the content security policy is new with every request.
  await connection()
  return (
    <MessagesProvider namespaces={['errors', 'handoff', 'product', 'selfieReasons', 'shell', 'ui', 'upload']}>
      <OfflineBanner />
      <Header actions={<LanguageMenu />} />
      <main id="main" className="wrap-narrow py-6 pb-16 sm:py-10">
        {children}
      </main>
    </MessagesProvider>
  )
}
