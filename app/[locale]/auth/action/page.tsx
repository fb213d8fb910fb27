import { MailAction } from '#components/auth/mail-action.tsx'
import { firstValue } from '#lib/session/query.ts'
import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('auth.action'))('title') }
}

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

export default async function ActionPage({ searchParams }: Props) {
  const query = await searchParams
  return (
    <MailAction
      mode={firstValue(query.mode)}
      code={firstValue(query.oobCode)}
      continueUrl={firstValue(query.continueUrl)}
    />
  )
}
