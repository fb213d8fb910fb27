'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useState, type SyntheticEvent } from 'react'
import { SubmitButton } from '#components/product/submit-button.tsx'
import { textOf, useFocusFirstError } from '#components/product/use-form.ts'
import { buttonClassName } from '#components/ui/button.tsx'
import { PageHeading } from '#components/ui/page-heading.tsx'
import { Link } from '#lib/i18n/navigation.ts'
import { IdentityError, type IdentityErrorCode } from '#lib/identity/identity-error.ts'
import { browserSession } from '#lib/session/browser-session.ts'
import { attempt } from './identity-errors.ts'
import { IdentityNotice } from './identity-notice.tsx'
import { Leaving } from './leaving.tsx'
import { BrokenLink } from './broken-link.tsx'
import { PasswordField } from './password-field.tsx'
import { SecondStep } from './second-step.tsx'
import { useForward } from './use-forward.ts'
import { useNewPasswordComplaint } from './use-new-password.ts'
import { useSignIn } from './use-sign-in.ts'

/** Sets a new password with the code of a mail's link, and signs in with it. */
export function NewPassword({ code }: { code: string }) {
  const t = useTranslations('auth')
  const [email, setEmail] = useState<string>()
  const [broken, setBroken] = useState<IdentityErrorCode>()
  const [complaints, setComplaints] = useState<{ password: string }>()
  const [isBusy, setBusy] = useState(false)
  const [isSaved, setSaved] = useState(false)
  const [failure, setFailure] = useState<IdentityErrorCode>()
  const signIn = useSignIn()

  const form = useFocusFirstError(complaints)
  const complaintAbout = useNewPasswordComplaint()

  useEffect(() => {
    void attempt(async () => {
      const link = await (await browserSession().identity()).readMailLink(code)
      if (link.kind !== 'reset_password') throw new IdentityError('link_invalid')
      setEmail(link.email)
    }).then((problem) => setBroken(problem?.code))
  }, [code])

  async function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy || email === undefined) return
    const password = textOf(event.currentTarget, 'password')
    const complaint = complaintAbout(password, email)
    setComplaints(complaint === undefined ? undefined : { password: complaint })
    if (complaint !== undefined) return
    setBusy(true)
    const problem = await attempt(async () =>
      (await browserSession().identity()).confirmPasswordReset(code, password),
    )
    setFailure(problem?.code)
    setSaved(problem === undefined)
    if (problem === undefined)
      await signIn.run(async () => (await browserSession().identity()).signIn(email, password))
    setBusy(false)
  }

  if (broken) return <BrokenLink reason={broken} retryHref="/auth/reset-password" />
  if (email === undefined) return <Leaving text={t('action.working')} />
  if (isSaved && signIn.challenge) return <SecondStep signIn={signIn} />
  if (isSaved) return <Saved problem={signIn.problem} />
  return (
    <>
      <PageHeading title={t('action.reset.title')} lead={t('action.reset.lead', { email })} />
      <form
        ref={form}
        method="post"
        noValidate
        onSubmit={(event) => void submit(event)}
        className="mt-8 flex flex-col gap-6"
      >
        {failure && <IdentityNotice code={failure} steps={{ retry: null }} />}
        {/* Password managers file the new password under it. */}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <PasswordField isNew error={complaints?.password} />
        <SubmitButton busy={isBusy} className="w-full">
          {t('action.reset.submit')}
        </SubmitButton>
      </form>
    </>
  )
}

/** The sign-in follows by itself; where it does not, the new password opens the sign-in page. */
function Saved({ problem }: { problem: IdentityErrorCode | undefined }) {
  const t = useTranslations('auth.action')
  useForward('login')
  if (problem === undefined) return <Leaving text={t('reset.saved')} />
  return (
    <>
      <PageHeading title={t('reset.savedTitle')} />
      <IdentityNotice code={problem} steps={{ retry: null }} className="mt-6" />
      <p className="mt-6">
        <Link href="/auth/login" className={buttonClassName({ size: 'lg' })}>
          {t('failed.signIn')}
        </Link>
      </p>
    </>
  )
}
