import { ReferralPage } from '#components/referral/referral-page.tsx'
import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('referral'))('title') }
}

export default function ReferralRoute() {
  return <ReferralPage />
}
