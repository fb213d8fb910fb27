'use client'

import { useTranslations } from 'next-intl'
import { isGuessable, PASSWORD_MIN_LENGTH } from '#lib/identity/password.ts'

/** What is wrong with a password somebody chose for their account, in words; undefined when nothing is. */
export function useNewPasswordComplaint(): (password: string, email: string) => string | undefined {
  const t = useTranslations('auth')
  return (password, email) => {
    if (password.length < PASSWORD_MIN_LENGTH)
      return t('validation.newPassword', { min: PASSWORD_MIN_LENGTH })
    return isGuessable(password, email) ? t('errors.weak_password') : undefined
  }
}
