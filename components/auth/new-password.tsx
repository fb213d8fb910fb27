'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { SubmitButton } from '#components/product/submit-button.tsx'
import { useContractForm } from '#components/product/use-contract-form.ts'
import { buttonClassName } from '#components/ui/button.tsx'
import { PageHeading } from '#components/ui/page-heading.tsx'
import { Link } from '#lib/i18n/navigation.ts'
import { newPassword } from '#lib/identity/credentials.ts'
import { IdentityError, type IdentityErrorCode } from '#lib/identity/identity-error.ts'
import { browserSession } from '#lib/session/browser-session.ts'
import { attempt } from './identity-errors.ts'
import { IdentityNotice } from './identity-notice.tsx'
import { WaitingMessage } from './waiting-message.tsx'
import { BrokenLink } from './broken-link.tsx'
import { PasswordField } from './password-field.tsx'
import { SecondStep } from './second-step.tsx'
import { useForward } from './use-forward.ts'
import { useCredentialSentences } from './use-credential-sentences.ts'
import { useSignIn } from './use-sign-in.ts'

/** Sets a new password with the code of a mail's link, and signs in with it. */
export function NewPassword({ code }: { code: string }) {
  const t = useTranslations('auth')
  const [email, setEmail] = useState<string>()
  const [broken, setBroken] = useState<IdentityErrorCode>()
  const [isSaved, setSaved] = useState(false)
  const [failure, setFailure] = useState<IdentityErrorCode>()
  const signIn = useSignIn()
  const { props, field, errorOf, isBusy } = useContractForm({
    schema: newPassword(email ?? ''),
    sentence: useCredentialSentences(true),
    onSend: async ({ password }) => {
      if (email === undefined) return
      const problem = await attempt(async () =>
        (await browserSession().identity()).confirmPasswordReset(code, password),
      )
      setFailure(problem?.code)
      setSaved(problem === undefined)
      if (problem === undefined)
        await signIn.run(async () => (await browserSession().identity()).signIn(email, password))
    },
  })

  useEffect(() => {
    void attempt(async () => {
      const link = await (await browserSession().identity()).readMailLink(code)
      if (link.kind !== 'reset_password') throw new IdentityError('link_invalid')
      setEmail(link.email)
    }).then((problem) => setBroken(problem?.code))
  }, [code])

  if (broken) return <BrokenLink reason={broken} retryHref="/auth/reset-password" />
  if (email === undefined) return <WaitingMessage text={t('action.working')} />
  if (isSaved && signIn.challenge) return <SecondStep signIn={signIn} />
  if (isSaved) return <Saved problem={signIn.problem} />
  return (
    <>
      <PageHeading title={t('action.reset.title')} lead={t('action.reset.lead', { email })} />
      <form {...props} className="mt-8 flex flex-col gap-6">
        {failure && <IdentityNotice code={failure} steps={{ retry: null }} />}
        {/* Password managers store the new password under this name. */}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <PasswordField isNew binding={field('password')} error={errorOf('password')} />
        <SubmitButton busy={isBusy} className="w-full">
          {t('action.reset.submit')}
        </SubmitButton>
      </form>
    </>
  )
}

/** The sign-in follows by itself; where it fails, the new password works on the sign-in page. */
function Saved({ problem }: { problem: IdentityErrorCode | undefined }) {
  const t = useTranslations('auth.action')
  useForward('login')
  if (problem === undefined) return <WaitingMessage text={t('reset.saved')} />
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
