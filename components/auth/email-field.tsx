'use client'

import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Field } from '#components/ui/field.tsx'
import { TextInput } from '#components/ui/text-input.tsx'

export function EmailField({ error }: { error?: ReactNode }) {
  const t = useTranslations('auth')
  return (
    <Field label={t('email')} error={error} required>
      {(control) => (
        <TextInput
          {...control}
          type="email"
          name="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
    </Field>
  )
}

/** Rough on purpose: only the mail that arrives proves an address. */
export function isEmail(value: string): boolean {
  return /^\S+@\S+\.\S+$/.test(value.trim())
}
