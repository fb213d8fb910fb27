'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useDocumentTitle } from '#components/product/use-document-title.ts'
import { useLegalLinks } from '#components/product/use-legal-links.tsx'
import { Button } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { PageHeading } from '#components/ui/page-heading.tsx'
import { PROVIDER_NAMES, SIGN_IN_PROVIDERS } from '#lib/identity/identity.ts'
import { MODE_PARAMETER, parseSignOutReason, SIGN_IN_MODE, SIGN_UP_MODE } from '#lib/session/redirect.ts'
import { CredentialsForm, type Mode } from './credentials-form.tsx'
import { IdentityNotice } from './identity-notice.tsx'
import { WaitingMessage } from './waiting-message.tsx'
import { OrLine, ProviderButtons } from './provider-buttons.tsx'
import { SecondStep } from './second-step.tsx'
import { useForward, useSaveWantedPage } from './use-forward.ts'
import { useSignIn, type SignIn } from './use-sign-in.ts'

interface Props {
  redirect: string | null
  initialMode: Mode
  /** Why the user was redirected here. */
  reason: string | null
  /** Of the request. */
  userAgent: string
}

/** One page to sign in and to create an account, with the steps in between. */
export function LoginForm({ redirect, initialMode, reason, userAgent }: Props) {
  const t = useTranslations('auth')
  useSaveWantedPage(redirect)
  const legalLinks = useLegalLinks()
  const session = useForward('login')
  const signIn = useSignIn()
  const [chosenMode, setMode] = useState<Mode>(initialMode)
  // A user who adds a provider has an account.
  const mode = signIn.pending ? 'signIn' : chosenMode
  useDocumentTitle(t(`${mode}.title`))

  function changeMode(next: Mode) {
    setMode(next)
    signIn.restart()
    // Kept in the address too, for a reload and for the other languages.
    const address = new URL(window.location.href)
    address.searchParams.set(MODE_PARAMETER, next === 'signIn' ? SIGN_IN_MODE : SIGN_UP_MODE)
    window.history.replaceState(null, '', address)
  }

  const isLeaving = session.status === 'verified' || session.status === 'unverified'
  if (isLeaving && !session.problem) return <WaitingMessage text={t('redirecting')} />
  if (signIn.challenge) return <SecondStep signIn={signIn} />
  const problem = signIn.problem ?? session.problem
  const others = SIGN_IN_PROVIDERS.filter((provider) => provider !== signIn.pending?.provider)
  return (
    <>
      <PageHeading title={t(`${mode}.title`)} lead={t(`${mode}.lead`)} />
      {/* A pending provider is a view of its own: the key remounts the form under its notice. */}
      <div key={signIn.pending?.provider} className="mt-8 flex flex-col gap-6">
        {signIn.pending ? (
          <PendingNotice signIn={signIn} />
        ) : problem ? (
          <IdentityNotice
            code={problem}
            steps={{
              sign_in: () => changeMode('signIn'),
              other_account: null,
              sign_in_again: null,
              retry: null,
            }}
          />
        ) : (
          <SignOutNotice reason={reason} />
        )}
        <ProviderButtons
          providers={others}
          userAgent={userAgent}
          waitingFor={signIn.waitingFor}
          onChoose={(provider) => void signIn.chooseProvider(provider)}
        />
        <OrLine>{t('providers.or')}</OrLine>
        <CredentialsForm mode={mode} signIn={signIn} redirect={redirect} onMode={changeMode} />
        {!signIn.pending && <p className="measure text-sm text-ink-soft">{t.rich('legal', legalLinks)}</p>}
      </div>
    </>
  )
}

/** The address has an account: the user signs in as before, and the provider is added. */
function PendingNotice({ signIn: { pending, restart } }: { signIn: SignIn }) {
  const t = useTranslations('auth')
  if (!pending) return null
  return (
    <Notice
      title={t('linking.title')}
      action={
        <Button variant="secondary" onClick={restart}>
          {t('linking.cancel')}
        </Button>
      }
    >
      {t.rich('linking.body', {
        provider: PROVIDER_NAMES[pending.provider],
        email: () => <strong translate="no">{pending.email}</strong>,
      })}
    </Notice>
  )
}

function SignOutNotice({ reason }: { reason: string | null }) {
  const t = useTranslations('auth')
  const known = parseSignOutReason(reason)
  if (known === undefined) return null
  return <Notice>{known === 'elsewhere' ? t('signedOutElsewhere') : t(`errors.${known}`)}</Notice>
}
