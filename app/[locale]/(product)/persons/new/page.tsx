import { NewPersonForm } from '#components/persons/new-person-form.tsx'
import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('persons'))('add') }
}

export default function NewPersonPage() {
  return <NewPersonForm />
}
