import { SharePage } from '#components/recipient/share-page.tsx'
import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'

/** The same for every link, so that its preview in a chat says nothing of whom it shows. */
export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('recipient')
  const [title, description] = [t('title'), t('description')]
  return { title, description, openGraph: { title, description } }
}

interface Props {
  params: Promise<{ shareId: string }>
}

export default async function VotePage({ params }: Props) {
  return <SharePage shareId={(await params).shareId} />
}
