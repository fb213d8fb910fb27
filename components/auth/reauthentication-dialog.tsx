'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { SubmitButton } from '#components/product/submit-button.tsx'
import { useContractForm } from '#components/product/use-contract-form.ts'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { KnownPassword } from '#lib/identity/credentials.ts'
import { SecondFactorRequiredError, type IdentityErrorCode } from '#lib/identity/identity-error.ts'
import {
  SIGN_IN_PROVIDERS,
  type Identity,
  type Proof,
  type SecondFactorChallenge,
  type SignInMethod,
  type SignInProvider,
} from '#lib/identity/identity.ts'
import { browserSession } from '#lib/session/browser-session.ts'
import { useSession } from '#lib/session/use-session.ts'
import { IdentityNotice } from './identity-notice.tsx'
import { attempt } from './identity-errors.ts'
import { PasswordField } from './password-field.tsx'
import { OrLine, ProviderButtons } from './provider-buttons.tsx'
import { SecondFactorPrompt } from './second-factor-prompt.tsx'
import { useCredentialSentences } from './use-credential-sentences.ts'
import { useIdentityValue } from './use-identity-value.ts'
import { usePhoneCode } from './use-phone-code.ts'

const readMethods = (identity: Identity) => identity.readMethods()

interface Props {
  /** True when the owner has proved to be one. */
  onEnd: (isProved: boolean) => void
}

/** Asks for a fresh proof with the ways into this account. Is hidden while a captcha may come over the page. */
export function ReauthenticationDialog({ onEnd }: Props) {
  const t = useTranslations()
  const { account } = useSession()
  const methods = useIdentityValue(readMethods)
  const proof = useProof(onEnd)
  const phoneCode = usePhoneCode()
  const problem = proof.problem ?? methods.problem
  return (
    <Dialog
      open={!phoneCode.isSending}
      onClose={() => onEnd(false)}
      title={t('auth.reauthenticate.title')}
      closeLabel={t('ui.close')}
    >
      <div className="flex flex-col gap-5">
        {problem && (
          <IdentityNotice
            code={problem}
            steps={{
              retry: methods.problem ? () => void methods.reload() : null,
              reset_password: null,
              sign_in_again: null,
            }}
          />
        )}
        {proof.challenge ? (
          <SecondFactorPrompt
            challenge={proof.challenge}
            phoneCode={phoneCode}
            onDone={() => onEnd(true)}
            onExpired={proof.restart}
            submitLabel={t('auth.reauthenticate.submit')}
          />
        ) : (
          <>
            <p className="measure text-ink-soft">
              {t.rich('auth.reauthenticate.lead', {
                email: () => <strong className="text-ink">{account?.email}</strong>,
              })}
            </p>
            {methods.value ? (
              <Ways methods={methods.value} email={account?.email ?? ''} proof={proof} />
            ) : (
              <Skeleton className="h-40 w-full" />
            )}
          </>
        )}
        <Button variant="quiet" onClick={() => onEnd(false)} className="-ml-4 self-start">
          {t('auth.reauthenticate.cancel')}
        </Button>
      </div>
    </Dialog>
  )
}

interface ProofState {
  problem: IdentityErrorCode | undefined
  challenge: SecondFactorChallenge | undefined
  waitingFor: SignInProvider | undefined
  isBusy: boolean
  prove: (proof: Proof) => Promise<void>
  restart: () => void
}

function useProof(onEnd: Props['onEnd']): ProofState {
  const locale = useLocale()
  const [problem, setProblem] = useState<IdentityErrorCode>()
  const [challenge, setChallenge] = useState<SecondFactorChallenge>()
  const [isBusy, setBusy] = useState(false)
  const [waitingFor, setWaitingFor] = useState<SignInProvider>()

  async function prove(proof: Proof) {
    setProblem(undefined)
    setBusy(proof.method === 'password')
    if (proof.method !== 'password') setWaitingFor(proof.method)
    const failure = await attempt(async () =>
      (await browserSession().identity()).reauthenticate(proof, locale),
    )
    // The window that took its place answers.
    if (failure?.code === 'popup_replaced') return
    setBusy(false)
    setWaitingFor(undefined)
    if (failure === undefined) onEnd(true)
    else if (failure instanceof SecondFactorRequiredError) setChallenge(failure.challenge)
    else setProblem(failure.code)
  }

  return { problem, challenge, waitingFor, isBusy, prove, restart: () => setChallenge(undefined) }
}

interface WaysProps {
  methods: readonly SignInMethod[]
  email: string
  proof: ProofState
}

function Ways({ methods, email, proof }: WaysProps) {
  const t = useTranslations('auth')
  const { form, props, field, errorOf } = useContractForm({
    schema: KnownPassword,
    sentence: useCredentialSentences(false),
    onSend: ({ password }) => proof.prove({ method: 'password', password }),
  })
  const { setFocus } = form
  const providers = SIGN_IN_PROVIDERS.filter((provider) => methods.includes(provider))
  const hasPassword = methods.includes('password')
  // The dialog opened before the sign-in methods were known.
  useEffect(() => {
    if (hasPassword) setFocus('password')
  }, [hasPassword, setFocus])

  return (
    <>
      {hasPassword && (
        <form {...props} className="flex flex-col gap-5">
          {/* Password managers look for this field. */}
          <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
          <PasswordField isNew={false} binding={field('password')} error={errorOf('password')} />
          <SubmitButton busy={proof.isBusy} className="w-full">
            {t('reauthenticate.submit')}
          </SubmitButton>
        </form>
      )}
      {hasPassword && providers.length > 0 && <OrLine>{t('providers.or')}</OrLine>}
      {providers.length > 0 && (
        <ProviderButtons
          providers={providers}
          waitingFor={proof.waitingFor}
          onChoose={(method) => void proof.prove({ method })}
        />
      )}
    </>
  )
}
