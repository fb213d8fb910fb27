import { LoginForm } from '#components/auth/login-form.tsx'
import { MODE_PARAMETER, SIGN_UP_MODE } from '#lib/session/redirect.ts'
import { firstValue } from '#lib/session/query.ts'
import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { headers } from 'next/headers'

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const t = await getTranslations('auth')
  return { title: t(`${modeOf(await searchParams)}.title`) }
}

function modeOf(query: Awaited<Props['searchParams']>): 'signIn' | 'signUp' {
  return firstValue(query[MODE_PARAMETER]) === SIGN_UP_MODE ? 'signUp' : 'signIn'
}

export default async function LoginPage({ searchParams }: Props) {
  const [query, asked] = await Promise.all([searchParams, headers()])
  return (
    <LoginForm
      redirect={firstValue(query.redirect)}
      initialMode={modeOf(query)}
      reason={firstValue(query.reason)}
      userAgent={asked.get('user-agent') ?? ''}
    />
  )
}
