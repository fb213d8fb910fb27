'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { SubmitButton } from '#components/product/submit-button.tsx'
import { useContractForm } from '#components/product/use-contract-form.ts'
import { buttonClassName } from '#components/ui/button.tsx'
import { PageHeading } from '#components/ui/page-heading.tsx'
import { Link } from '#lib/i18n/navigation.ts'
import { EmailOnly } from '#lib/identity/credentials.ts'
import type { IdentityErrorCode } from '#lib/identity/identity-error.ts'
import { browserSession } from '#lib/session/browser-session.ts'
import { EmailField } from './email-field.tsx'
import { attempt } from './identity-errors.ts'
import { IdentityNotice } from './identity-notice.tsx'
import { mailOptions } from './mail-options.ts'
import { useCredentialSentences } from './use-credential-sentences.ts'

export function ResetPassword() {
  const t = useTranslations('auth')
  const locale = useLocale()
  const [failure, setFailure] = useState<IdentityErrorCode>()
  const [sentTo, setSentTo] = useState<string>()

  const { props, field, errorOf, isBusy } = useContractForm({
    schema: EmailOnly,
    sentence: useCredentialSentences(false),
    // The sign-in page fills it in next.
    draft: { name: 'account', fields: ['email'] },
    onSend: async ({ email }) => {
      const problem = await attempt(async () =>
        (await browserSession().identity()).sendPasswordReset(email, mailOptions(locale)),
      )
      // An address without an account gets the same answer, so that accounts cannot be discovered.
      const isSent = problem === undefined || problem.code === 'wrong_credentials'
      setFailure(isSent ? undefined : problem.code)
      if (isSent) setSentTo(email)
      return 'keep'
    },
  })

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
      <form {...props} className="mt-8 flex flex-col gap-6">
        {failure && <IdentityNotice code={failure} steps={{ reset_password: null, retry: null }} />}
        <EmailField binding={field('email')} error={errorOf('email')} />
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
