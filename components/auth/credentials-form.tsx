'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useEffect, type MouseEvent } from 'react'
import { SubmitButton } from '#components/product/submit-button.tsx'
import { useContractForm } from '#components/product/use-contract-form.ts'
import { Link } from '#lib/i18n/navigation.ts'
import { KnownCredentials, NewCredentials } from '#lib/identity/credentials.ts'
import { browserSession } from '#lib/session/browser-session.ts'
import { MODE_PARAMETER, REDIRECT_PARAMETER, SIGN_IN_MODE, SIGN_UP_MODE } from '#lib/session/redirect.ts'
import { EmailField } from './email-field.tsx'
import { mailOptions } from './mail-options.ts'
import { PasswordField } from './password-field.tsx'
import { useCredentialSentences } from './use-credential-sentences.ts'
import type { SignIn } from './use-sign-in.ts'

export type Mode = 'signIn' | 'signUp'

interface Props {
  mode: Mode
  signIn: SignIn
  /** The wanted page, which a press before the page is hydrated keeps too. */
  redirect: string | null
  onMode: (mode: Mode) => void
}

/** Address and password. Typed values stay when switching between signing in and up. */
export function CredentialsForm({ mode, signIn, redirect, onMode }: Props) {
  const t = useTranslations('auth')
  const locale = useLocale()
  const isNew = mode === 'signUp'
  const { form, props, field, errorOf, isBusy } = useContractForm({
    schema: isNew ? NewCredentials : KnownCredentials,
    sentence: useCredentialSentences(isNew),
    draft: { name: 'account', fields: ['email'] },
    onSend: async ({ email, password }) => {
      const isDone = await signIn.run(async () => {
        const identity = await browserSession().identity()
        await (isNew
          ? identity.signUp(email, password, mailOptions(locale))
          : identity.signIn(email, password))
      })
      return isDone ? 'leaving' : 'keep'
    },
  })
  const { setValue, setFocus, clearErrors } = form
  const knownEmail = signIn.pending?.email
  useEffect(() => {
    if (knownEmail === undefined) return
    setValue('email', knownEmail)
    setFocus('password')
  }, [knownEmail, setValue, setFocus])

  const otherMode = new URLSearchParams({
    ...(redirect === null ? {} : { [REDIRECT_PARAMETER]: redirect }),
    [MODE_PARAMETER]: isNew ? SIGN_IN_MODE : SIGN_UP_MODE,
  })
  const switchMode = (event: MouseEvent) => {
    event.preventDefault()
    clearErrors()
    onMode(isNew ? 'signIn' : 'signUp')
  }

  return (
    <form
      {...props}
      onSubmit={(event) => {
        signIn.clear()
        props.onSubmit(event)
      }}
      className="flex flex-col gap-6"
    >
      <EmailField binding={field('email')} error={errorOf('email')} />
      <PasswordField
        isNew={isNew}
        binding={field('password')}
        error={errorOf('password')}
        aside={
          isNew ? undefined : (
            <Link href="/auth/reset-password" className="text-link">
              {t('forgotPassword')}
            </Link>
          )
        }
      />
      <SubmitButton busy={isBusy} className="w-full">
        {t(`${mode}.submit`)}
      </SubmitButton>
      {!signIn.pending && (
        <p className="border-t border-hairline pt-5 text-ink-soft">
          {t(`${mode}.switchQuestion`)}{' '}
          <a href={`?${otherMode.toString()}`} onClick={switchMode} className="text-link font-semibold">
            {t(`${mode}.switchAction`)}
          </a>
        </p>
      )}
    </form>
  )
}
