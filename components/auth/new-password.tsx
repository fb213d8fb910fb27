'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useState, type SyntheticEvent } from 'react'
import { SubmitButton } from '#components/product/submit-button.tsx'
import { textOf, useFocusFirstError } from '#components/product/use-form.ts'
import { Notice } from '#components/ui/notice.tsx'
import { PageHeading } from '#components/ui/page-heading.tsx'
import type { IdentityErrorCode } from '#lib/identity/identity-error.ts'
import { browserSession } from '#lib/session/browser-session.ts'
import { attempt } from './identity-errors.ts'
import { Leaving } from './login-form.tsx'
import { BrokenLink } from './broken-link.tsx'
import { PasswordField } from './password-field.tsx'
import { useForward } from './use-forward.ts'
import { useNewPasswordComplaint } from './use-new-password.ts'

/** Sets a new password with the code of a mail's link, and signs in with it. */
export function NewPassword({ code }: { code: string }) {
  const t = useTranslations('auth')
  const [email, setEmail] = useState<string>()
  const [broken, setBroken] = useState<IdentityErrorCode>()
  const [complaints, setComplaints] = useState<{ password: string }>()
  const [isBusy, setBusy] = useState(false)
  const [isSaved, setSaved] = useState(false)
  const [failure, setFailure] = useState<IdentityErrorCode>()

  const form = useFocusFirstError(complaints)
  const complaintAbout = useNewPasswordComplaint()

  useEffect(() => {
    void attempt(async () =>
      setEmail(await (await browserSession().identity()).readPasswordReset(code)),
    ).then(setBroken)
  }, [code])

  async function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy || email === undefined) return
    const password = textOf(event.currentTarget, 'password')
    const complaint = complaintAbout(password, email)
    setComplaints(complaint === undefined ? undefined : { password: complaint })
    if (complaint !== undefined) return
    setBusy(true)
    const problem = await attempt(async () => {
      const identity = await browserSession().identity()
      await identity.confirmPasswordReset(code, password)
      await identity.signIn(email, password)
    })
    setBusy(false)
    setFailure(problem)
    setSaved(problem === undefined)
  }

  if (broken) return <BrokenLink reason={broken} retryHref="/auth/reset-password" />
  if (email === undefined) return <Leaving text={t('action.working')} />
  if (isSaved) return <Saved text={t('action.reset.saved')} />
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
        {failure && <Notice tone="error">{t(`errors.${failure}`)}</Notice>}
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

function Saved({ text }: { text: string }) {
  useForward('login')
  return <Leaving text={text} />
}
