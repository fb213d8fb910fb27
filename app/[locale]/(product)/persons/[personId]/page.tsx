import { PersonPage } from '#components/persons/person-page.tsx'
import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('persons.one'))('title') }
}

interface Props {
  params: Promise<{ personId: string }>
}

export default async function OnePersonPage({ params }: Props) {
  return <PersonPage personId={(await params).personId} />
}
