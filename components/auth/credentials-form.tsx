'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useEffect, useState, type MouseEvent, type SyntheticEvent } from 'react'
import { SubmitButton } from '#components/product/submit-button.tsx'
import { useDraft } from '#components/product/use-draft.ts'
import { textOf, useFocusFirstError } from '#components/product/use-form.ts'
import { Link } from '#lib/i18n/navigation.ts'
import { browserSession } from '#lib/session/browser-session.ts'
import { EmailField, isEmail } from './email-field.tsx'
import { mailOptions } from './mail-options.ts'
import { PasswordField } from './password-field.tsx'
import type { SignIn } from './use-sign-in.ts'
import { useNewPasswordComplaint } from './use-new-password.ts'

export type Mode = 'signIn' | 'signUp'

interface Complaints {
  email: string | undefined
  password: string | undefined
}

interface Props {
  mode: Mode
  signIn: SignIn
  onMode: (mode: Mode) => void
}

/** Address and password. What was typed stays when switching between signing in and up. */
export function CredentialsForm({ mode, signIn, onMode }: Props) {
  const t = useTranslations('auth')
  const locale = useLocale()
  const [isBusy, setBusy] = useState(false)
  const [complaints, setComplaints] = useState<Complaints>()
  const form = useFocusFirstError(complaints)
  const forgetDraft = useDraft(form, 'account', ['email'])
  const complaintAbout = useNewPasswordComplaint()
  const isNew = mode === 'signUp'
  useFilledEmail(form, signIn.pending?.email)

  function complaintsAbout(email: string, password: string): Complaints | undefined {
    const ofExisting = password === '' ? t('validation.password') : undefined
    const found = {
      email: isEmail(email) ? undefined : t('validation.email'),
      password: isNew ? complaintAbout(password, email) : ofExisting,
    }
    return found.email === undefined && found.password === undefined ? undefined : found
  }

  async function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const email = textOf(event.currentTarget, 'email').trim()
    const password = textOf(event.currentTarget, 'password')
    const found = complaintsAbout(email, password)
    setComplaints(found)
    signIn.clear()
    if (found) return
    setBusy(true)
    const isDone = await signIn.run(async () => {
      const identity = await browserSession().identity()
      await (isNew ? identity.signUp(email, password, mailOptions(locale)) : identity.signIn(email, password))
    })
    if (isDone) forgetDraft()
    else setBusy(false)
  }

  const switchMode = (event: MouseEvent) => {
    event.preventDefault()
    setComplaints(undefined)
    onMode(isNew ? 'signIn' : 'signUp')
  }

  return (
    <form
      ref={form}
      method="post"
      noValidate
      onSubmit={(event) => void submit(event)}
      className="flex flex-col gap-6"
    >
      <EmailField error={complaints?.email} />
      <PasswordField
        isNew={isNew}
        error={complaints?.password}
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
          <a
            href={isNew ? '?mode=signin' : '?mode=signup'}
            onClick={switchMode}
            className="text-link font-semibold"
          >
            {t(`${mode}.switchAction`)}
          </a>
        </p>
      )}
    </form>
  )
}

/** Fills in an address that is known now, and leads to the password. */
function useFilledEmail(form: ReturnType<typeof useFocusFirstError>, email: string | undefined): void {
  useEffect(() => {
    const controls = form.current?.elements
    const field = controls?.namedItem('email')
    const password = controls?.namedItem('password')
    if (email === undefined || !(field instanceof HTMLInputElement)) return
    field.value = email
    if (password instanceof HTMLElement) password.focus()
  }, [form, email])
}
