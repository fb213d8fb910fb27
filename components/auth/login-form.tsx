'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useState, type MouseEvent, type SyntheticEvent } from 'react'
import { SubmitButton } from '#components/product/submit-button.tsx'
import { useDocumentTitle } from '#components/product/use-document-title.ts'
import { useDraft } from '#components/product/use-draft.ts'
import { textOf, useFocusFirstError } from '#components/product/use-form.ts'
import { Notice } from '#components/ui/notice.tsx'
import { PageHeading } from '#components/ui/page-heading.tsx'
import { Spinner } from '#components/ui/spinner.tsx'
import { Link } from '#lib/i18n/navigation.ts'
import type { IdentityErrorCode } from '#lib/identity/identity-error.ts'
import { parseSignOutReason } from '#lib/session/redirect.ts'
import { browserSession } from '#lib/session/browser-session.ts'
import { EmailField, isEmail } from './email-field.tsx'
import { attempt } from './identity-errors.ts'
import { mailOptions } from './mail-options.ts'
import { PasswordField } from './password-field.tsx'
import { useForward, useSaveWantedPage } from './use-forward.ts'
import { useNewPasswordComplaint } from './use-new-password.ts'

type Mode = 'signIn' | 'signUp'

interface Complaints {
  email: string | undefined
  password: string | undefined
}

interface Props {
  redirect: string | null
  initialMode: Mode
  /** Why somebody was sent here who did not ask to be. */
  reason: string | null
}

/** One page to sign in and to create an account. What was typed stays when switching between the two. */
export function LoginForm({ redirect, initialMode, reason }: Props) {
  const t = useTranslations('auth')
  const locale = useLocale()
  useSaveWantedPage(redirect)
  const session = useForward('login')
  const [mode, setMode] = useState<Mode>(initialMode)
  const [isBusy, setBusy] = useState(false)
  const [complaints, setComplaints] = useState<Complaints>()
  const [failure, setFailure] = useState<IdentityErrorCode>()
  const form = useFocusFirstError(complaints)
  const forgetDraft = useDraft(form, 'account', ['email'])
  const complaintAbout = useNewPasswordComplaint()
  const isNew = mode === 'signUp'
  useDocumentTitle(t(`${mode}.title`))

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
    setFailure(undefined)
    if (found) return
    setBusy(true)
    const problem = await attempt(async () => {
      const identity = await browserSession().identity()
      await (isNew ? identity.signUp(email, password, mailOptions(locale)) : identity.signIn(email, password))
    })
    if (problem === undefined) forgetDraft()
    else setBusy(false)
    setFailure(problem)
  }

  const switchMode = (event: MouseEvent) => {
    event.preventDefault()
    setMode(isNew ? 'signIn' : 'signUp')
    // The address says it too, for a reload and for the other languages.
    const address = new URL(window.location.href)
    address.searchParams.set('mode', isNew ? 'signin' : 'signup')
    window.history.replaceState(null, '', address)
    setComplaints(undefined)
    setFailure(undefined)
  }

  const isLeaving = session.status === 'verified' || session.status === 'unverified'
  if (isLeaving && !session.problem) return <Leaving text={t('redirecting')} />
  const problem = failure ?? session.problem
  return (
    <>
      <PageHeading title={t(`${mode}.title`)} lead={t(`${mode}.lead`)} />
      <form
        ref={form}
        method="post"
        noValidate
        onSubmit={(event) => void submit(event)}
        className="mt-8 flex flex-col gap-6"
      >
        {problem ? <Notice tone="error">{t(`errors.${problem}`)}</Notice> : <SignOutNotice reason={reason} />}
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
      </form>
    </>
  )
}

function SignOutNotice({ reason }: { reason: string | null }) {
  const t = useTranslations('auth')
  const known = parseSignOutReason(reason)
  if (known === undefined) return null
  return <Notice>{known === 'elsewhere' ? t('signedOutElsewhere') : t(`errors.${known}`)}</Notice>
}

export function Leaving({ text }: { text: string }) {
  return (
    <p role="status" className="flex items-center gap-3 py-16 text-lg">
      <Spinner />
      {text}
    </p>
  )
}
