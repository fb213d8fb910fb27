import { SharingPage } from '#components/sharing/sharing-page.tsx'
import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('sharing'))('tab') }
}

interface Props {
  params: Promise<{ personId: string }>
}

export default async function PersonSharingPage({ params }: Props) {
  return <SharingPage personId={(await params).personId} />
}
