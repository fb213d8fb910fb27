import { VerifyEmail } from '#components/auth/verify-email.tsx'
import { firstValue } from '#lib/session/query.ts'
import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('auth.verify'))('title') }
}

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

export default async function VerifyEmailPage({ searchParams }: Props) {
  return <VerifyEmail redirect={firstValue((await searchParams).redirect)} />
}
