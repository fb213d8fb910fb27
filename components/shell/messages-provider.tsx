import { pickNamespaces, type Namespace } from '#lib/i18n/messages.ts'
import { NextIntlClientProvider } from 'next-intl'
import { getMessages } from 'next-intl/server'
import type { ReactNode } from 'react'

interface Props {
  /** What the client components below read; nothing else is sent to the browser. */
  namespaces: readonly Namespace[]
  children: ReactNode
}

export async function MessagesProvider({ namespaces, children }: Props) {
  return (
    <NextIntlClientProvider messages={pickNamespaces(await getMessages(), namespaces)}>
      {children}
    </NextIntlClientProvider>
  )
}
