'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useState, type SyntheticEvent } from 'react'
import { SubmitButton } from '#components/product/submit-button.tsx'
import { useDraft } from '#components/product/use-draft.ts'
import { textOf, useFocusFirstError } from '#components/product/use-form.ts'
import { buttonClassName } from '#components/ui/button.tsx'
import { PageHeading } from '#components/ui/page-heading.tsx'
import { Link } from '#lib/i18n/navigation.ts'
import type { IdentityErrorCode } from '#lib/identity/identity-error.ts'
import { browserSession } from '#lib/session/browser-session.ts'
import { EmailField, isEmail } from './email-field.tsx'
import { attempt } from './identity-errors.ts'
import { IdentityNotice } from './identity-notice.tsx'
import { mailOptions } from './mail-options.ts'

export function ResetPassword() {
  const t = useTranslations('auth')
  const locale = useLocale()
  const [complaints, setComplaints] = useState<{ email: string }>()
  const form = useFocusFirstError(complaints)
  useDraft(form, 'account', ['email'])
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<IdentityErrorCode>()
  const [sentTo, setSentTo] = useState<string>()

  async function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    const address = textOf(event.currentTarget, 'email').trim()
    setComplaints(isEmail(address) ? undefined : { email: t('validation.email') })
    if (isBusy || !isEmail(address)) return
    setBusy(true)
    const problem = await attempt(async () =>
      (await browserSession().identity()).sendPasswordReset(address, mailOptions(locale)),
    )
    setBusy(false)
    // An address without an account gets the same answer, so that nobody learns which have one.
    const isSent = problem === undefined || problem.code === 'wrong_credentials'
    setFailure(isSent ? undefined : problem.code)
    if (isSent) setSentTo(address)
  }

  if (sentTo !== undefined) {
    return (
      <>
        <PageHeading title={t('reset.sentTitle')} />
        <p role="status" className="mt-6 measure break-words">
          {t('reset.sent', { email: sentTo })}
        </p>
        <p className="mt-8">
          <Link href="/auth/login" className={buttonClassName({ size: 'lg', variant: 'secondary' })}>
            {t('reset.back')}
          </Link>
        </p>
      </>
    )
  }
  return (
    <>
      <PageHeading title={t('reset.title')} lead={t('reset.lead')} />
      <form
        ref={form}
        method="post"
        noValidate
        onSubmit={(event) => void submit(event)}
        className="mt-8 flex flex-col gap-6"
      >
        {failure && <IdentityNotice code={failure} steps={{ reset_password: null, retry: null }} />}
        <EmailField error={complaints?.email} />
        <SubmitButton busy={isBusy} className="w-full">
          {t('reset.submit')}
        </SubmitButton>
        <p>
          <Link href="/auth/login" className="text-link">
            {t('reset.back')}
          </Link>
        </p>
      </form>
    </>
  )
}
