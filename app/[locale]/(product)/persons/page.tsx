import { PersonList } from '#components/persons/person-list.tsx'
import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('persons'))('title') }
}

export default function PersonsPage() {
  return <PersonList />
}
