'use client'

import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Field, type ControlBinding } from '#components/ui/field.tsx'
import { TextInput } from '#components/ui/text-input.tsx'

export function EmailField({ binding, error }: { binding: ControlBinding; error?: ReactNode }) {
  const t = useTranslations('auth')
  return (
    <Field label={t('email')} error={error} required>
      {(control) => (
        <TextInput
          {...control}
          {...binding}
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
    </Field>
  )
}
