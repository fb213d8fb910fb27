'use client'

import { useTranslations } from 'next-intl'
import { useState, type ReactNode } from 'react'
import { Field, type ControlBinding } from '#components/ui/field.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { PASSWORD_MIN_LENGTH } from '#lib/identity/password.ts'

interface Props {
  binding: ControlBinding
  /** A password to choose, or the one that exists. */
  isNew: boolean
  error?: ReactNode
  aside?: ReactNode
}

export function PasswordField({ binding, isNew, error, aside }: Props) {
  const t = useTranslations('auth')
  const [isShown, setShown] = useState(false)
  return (
    <Field
      label={isNew ? t('newPassword') : t('password')}
      hint={isNew ? t('passwordHint', { min: PASSWORD_MIN_LENGTH }) : undefined}
      error={error}
      required
      aside={aside}
    >
      {(control) => (
        <span className="relative block">
          <TextInput
            {...control}
            {...binding}
            type={isShown ? 'text' : 'password'}
            autoComplete={isNew ? 'new-password' : 'current-password'}
            autoCapitalize="none"
            spellCheck={false}
            className="pr-14"
          />
          <button
            type="button"
            aria-pressed={isShown}
            aria-label={isShown ? t('hidePassword') : t('showPassword')}
            onClick={() => setShown(!isShown)}
            className="absolute inset-y-0 right-0 grid w-12 place-items-center rounded-sm text-ink-soft hover:text-ink"
          >
            <svg
              viewBox="0 0 24 24"
              aria-hidden="true"
              className="size-5"
              fill="none"
              stroke="currentColor"
              strokeWidth="1.7"
            >
              <path d="M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12Z" />
              <circle cx="12" cy="12" r="3" />
              {isShown && <path d="M4 20 20 4" />}
            </svg>
          </button>
        </span>
      )}
    </Field>
  )
}
