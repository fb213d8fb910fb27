'use client'

import { useTranslations } from 'next-intl'
import type { Complaint } from '#components/product/use-contract-form.ts'
import { PASSWORD_MIN_LENGTH } from '#lib/identity/password.ts'

/** Sentences for errors of an address or a password; of a new password, with the violated rule. */
export function useCredentialSentences(isNew: boolean): (complaint: Complaint) => string {
  const t = useTranslations('auth')
  return ({ field, code }) => {
    if (field === 'email') return t('validation.email')
    if (!isNew) return t('validation.password')
    return code === 'custom'
      ? t('errors.weak_password')
      : t('validation.newPassword', { min: PASSWORD_MIN_LENGTH })
  }
}
