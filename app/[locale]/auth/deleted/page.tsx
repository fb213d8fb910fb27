import { DeletedPage } from '#components/account/deleted-page.tsx'
import { MessagesProvider } from '#components/shell/messages-provider.tsx'
import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('account.deleted'))('title') }
}

export default function Deleted() {
  return (
    <MessagesProvider namespaces={['account']}>
      <DeletedPage />
    </MessagesProvider>
  )
}
