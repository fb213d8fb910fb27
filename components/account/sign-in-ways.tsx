'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { attempt } from '#components/auth/identity-errors.ts'
import { IdentityNotice } from '#components/auth/identity-notice.tsx'
import { useReauthentication } from '#components/auth/reauthenticate.tsx'
import { useIdentityValue } from '#components/auth/use-identity-value.ts'
import { Button } from '#components/ui/button.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import type { IdentityErrorCode } from '#lib/identity/identity-error.ts'
import { SIGN_IN_PROVIDERS, type Identity, type SignInProvider } from '#lib/identity/identity.ts'
import { browserSession } from '#lib/session/browser-session.ts'

/** What the providers call themselves, in every language. */
const PROVIDER_NAME: Readonly<Record<SignInProvider, string>> = { google: 'Google', apple: 'Apple' }

const readMethods = (identity: Identity) => identity.readMethods()

/** The ways into this account; Google and Apple can be added and taken away, the last way stays. */
export function SignInWays() {
  const t = useTranslations('account.signIn.ways')
  const locale = useLocale()
  const methods = useIdentityValue(readMethods)
  const reauthentication = useReauthentication()
  const [busyWith, setBusyWith] = useState<SignInProvider>()
  const [problem, setProblem] = useState<IdentityErrorCode>()
  const [said, setSaid] = useState('')
  const ways = methods.value

  async function change(provider: SignInProvider, isConnected: boolean): Promise<void> {
    setBusyWith(provider)
    setProblem(undefined)
    setSaid('')
    const failure = await attempt(async () => {
      const identity = await browserSession().identity()
      const done = await reauthentication.withRecentSignIn(() =>
        isConnected ? identity.disconnect(provider) : identity.connect(provider, locale),
      )
      if (done === undefined) return
      await methods.reload()
      setSaid(t(isConnected ? 'disconnected' : 'connected', { provider: PROVIDER_NAME[provider] }))
    })
    setProblem(failure?.code)
    setBusyWith(undefined)
  }

  return (
    <div>
      {(problem ?? methods.problem) && (
        <IdentityNotice
          code={problem ?? methods.problem ?? 'internal'}
          steps={{ retry: methods.problem ? () => void methods.reload() : null }}
          className="mb-3"
        />
      )}
      {ways === undefined && !methods.problem && <Skeleton className="h-32" />}
      {ways && (
        <ul aria-label={t('list')}>
          {ways.includes('password') && (
            <li className="flex min-h-14 items-center justify-between gap-6 border-t border-hairline py-2">
              <span className="font-medium">{t('password')}</span>
              <span className="text-sm text-ink-soft">{t('on')}</span>
            </li>
          )}
          {SIGN_IN_PROVIDERS.map((provider) => {
            const isConnected = ways.includes(provider)
            // The last way in stays.
            const canChange = !isConnected || ways.length > 1
            const name = { provider: PROVIDER_NAME[provider] }
            return (
              <li
                key={provider}
                className="flex min-h-14 flex-wrap items-center justify-between gap-x-6 border-t border-hairline py-2"
              >
                <span className="font-medium">{PROVIDER_NAME[provider]}</span>
                {canChange ? (
                  <Button
                    variant="quiet"
                    busy={busyWith === provider}
                    onClick={() => void change(provider, isConnected)}
                    aria-label={isConnected ? t('disconnectNamed', name) : t('connectNamed', name)}
                    className="-mr-4"
                  >
                    {isConnected ? t('disconnect') : t('connect')}
                  </Button>
                ) : (
                  <span className="text-sm text-ink-soft">{t('on')}</span>
                )}
              </li>
            )
          })}
        </ul>
      )}
      <p role="status" className={said === '' ? 'sr-only' : 'mt-2 text-sm text-success'}>
        {said}
      </p>
      {reauthentication.dialog}
    </div>
  )
}
