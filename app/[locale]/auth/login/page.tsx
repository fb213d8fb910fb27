import { LoginForm } from '#components/auth/login-form.tsx'
import { firstValue } from '#lib/session/query.ts'
import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('auth.signIn'))('title') }
}

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

export default async function LoginPage({ searchParams }: Props) {
  const query = await searchParams
  return (
    <LoginForm
      redirect={firstValue(query.redirect)}
      initialMode={firstValue(query.mode) === 'signup' ? 'signUp' : 'signIn'}
    />
  )
}
