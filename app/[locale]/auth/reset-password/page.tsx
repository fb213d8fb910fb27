import { ResetPassword } from '#components/auth/reset-password.tsx'
import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('auth.reset'))('title') }
}

export default function ResetPasswordPage() {
  return <ResetPassword />
}
