'use client'

import { useTranslations } from 'next-intl'
import type { Complaint } from '#components/product/use-contract-form.ts'
import { PASSWORD_MIN_LENGTH } from '#lib/identity/password.ts'

/** What is wrong with an address or a password, in words; of a password that is new, by which rule. */
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
