'use client'

import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { useIsHydrated } from '#lib/browser/use-is-hydrated.ts'
import { inAppBrowserOf } from '#lib/browser/in-app-browser.ts'
import { Button } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { PROVIDER_NAMES, SIGN_IN_PROVIDERS, type SignInProvider } from '#lib/identity/identity.ts'

interface Props {
  /** Which window is open; its button stays usable, because the window may have been lost behind others. */
  waitingFor: SignInProvider | undefined
  onChoose: (provider: SignInProvider) => void
  /** Fewer than both, where only these lead on. */
  providers?: readonly SignInProvider[]
  /** Of the request, where the server renders the buttons: a note about it is there from the start. */
  userAgent?: string
}

/** Google and Apple, equal in rank as both ask for. */
export function ProviderButtons({
  waitingFor,
  onChoose,
  providers = SIGN_IN_PROVIDERS,
  userAgent: requestedBy,
}: Props) {
  const t = useTranslations('auth.providers')
  // Disabled until hydration: an earlier press would be lost.
  const isReady = useIsHydrated()
  const userAgent = requestedBy ?? (isReady ? navigator.userAgent : '')
  const app = inAppBrowserOf(userAgent)
  const offered = app === null ? providers : providers.filter((provider) => provider !== 'google')
  return (
    <div className="flex flex-col gap-3">
      {app !== null && offered.length < providers.length && <Notice>{t('inApp', { app })}</Notice>}
      {offered.map((provider) => (
        <Button
          key={provider}
          variant="secondary"
          size="lg"
          className="w-full"
          {...(isReady ? {} : { 'aria-disabled': true })}
          onClick={() => onChoose(provider)}
        >
          <ProviderMark provider={provider} />
          {t('continueWith', { provider: PROVIDER_NAMES[provider] })}
        </Button>
      ))}
      <p role="status" className={waitingFor ? 'text-sm text-ink-soft' : 'sr-only'}>
        {waitingFor && t('waiting', { provider: PROVIDER_NAMES[waitingFor] })}
      </p>
    </div>
  )
}

/** A line with a word in it, between two sign-in methods. */
export function OrLine({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-center gap-4 text-sm text-ink-soft before:h-px before:flex-1 before:bg-hairline after:h-px after:flex-1 after:bg-hairline">
      {children}
    </p>
  )
}

export function ProviderMark({ provider }: { provider: SignInProvider }) {
  return provider === 'google' ? <GoogleMark /> : <AppleMark />
}

/** In its own colours, as Google asks: https://developers.google.com/identity/branding-guidelines */
function GoogleMark() {
  return (
    <svg viewBox="0 0 48 48" aria-hidden="true" className="size-5 shrink-0">
      <path
        fill="var(--google-red)"
        d="M24 9.5c3.54 0 6.71 1.22 9.21 3.6l6.85-6.85C35.9 2.38 30.47 0 24 0 14.62 0 6.51 5.38 2.56 13.22l7.98 6.19C12.43 13.72 17.74 9.5 24 9.5z"
      />
      <path
        fill="var(--google-blue)"
        d="M46.98 24.55c0-1.57-.15-3.09-.38-4.55H24v9.02h12.94c-.58 2.96-2.26 5.48-4.78 7.18l7.73 6c4.51-4.18 7.09-10.36 7.09-17.65z"
      />
      <path
        fill="var(--google-yellow)"
        d="M10.53 28.59c-.48-1.45-.76-2.99-.76-4.59s.27-3.14.76-4.59l-7.98-6.19C.92 16.46 0 20.12 0 24c0 3.88.92 7.54 2.56 10.78l7.97-6.19z"
      />
      <path
        fill="var(--google-green)"
        d="M24 48c6.48 0 11.93-2.13 15.89-5.81l-7.73-6c-2.15 1.45-4.92 2.3-8.16 2.3-6.26 0-11.57-4.22-13.47-9.91l-7.98 6.19C6.51 42.62 14.62 48 24 48z"
      />
    </svg>
  )
}

function AppleMark() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="size-5 shrink-0" fill="currentColor">
      <path d="M17.05 20.28c-.98.95-2.05.8-3.08.35-1.09-.46-2.09-.48-3.24 0-1.44.62-2.2.44-3.06-.35C2.79 15.25 3.51 7.59 9.05 7.31c1.35.07 2.29.74 3.08.8 1.18-.24 2.31-.93 3.57-.84 1.51.12 2.65.72 3.4 1.8-3.12 1.87-2.38 5.98.48 7.13-.57 1.5-1.31 2.99-2.54 4.09l.01-.01zM12.03 7.25c-.15-2.23 1.66-4.07 3.74-4.25.29 2.58-2.34 4.5-3.74 4.25z" />
    </svg>
  )
}
