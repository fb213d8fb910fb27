import { PhonePage } from '#components/phone-upload/phone-page.tsx'
import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('handoff.phone'))('pageTitle') }
}

interface Props {
  params: Promise<{ token: string }>
}

export default async function UploadPage({ params }: Props) {
  return <PhonePage token={(await params).token} />
}
