import { AccountPage } from '#components/account/account-page.tsx'
import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('account'))('title') }
}

export default function Account() {
  return <AccountPage />
}
