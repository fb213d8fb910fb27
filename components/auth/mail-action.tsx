'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { buttonClassName } from '#components/ui/button.tsx'
import { PageHeading } from '#components/ui/page-heading.tsx'
import { Link } from '#lib/i18n/navigation.ts'
import type { IdentityErrorCode } from '#lib/identity/identity-error.ts'
import { browserSession } from '#lib/session/browser-session.ts'
import { parseUrl } from '#lib/session/redirect.ts'
import { readWantedPage, saveWantedPage } from '#lib/session/wanted-page.ts'
import { BrokenLink } from './broken-link.tsx'
import { attempt } from './identity-errors.ts'
import { Leaving } from './leaving.tsx'
import { MailChange } from './mail-change.tsx'
import { NewPassword } from './new-password.tsx'
import { useForward } from './use-forward.ts'

interface Props {
  mode: string | null
  code: string | null
  /** Where to go afterwards, as the mail was asked to say. */
  continueUrl: string | null
}

/** As Firebase calls them in its links. */
const CHANGES = [
  { mode: 'recoverEmail', kind: 'recover_email' },
  { mode: 'verifyAndChangeEmail', kind: 'change_email' },
  { mode: 'revertSecondFactorAddition', kind: 'remove_second_factor' },
] as const

/** Where the links in our mails lead. */
export function MailAction({ mode, code, continueUrl }: Props) {
  useWantedPageOf(continueUrl)
  if (code !== null && mode === 'verifyEmail') return <ConfirmEmail code={code} />
  if (code !== null && mode === 'resetPassword') return <NewPassword code={code} />
  const change = CHANGES.find((known) => known.mode === mode)
  if (code !== null && change) return <MailChange kind={change.kind} code={code} />
  return <BrokenLink reason="link_invalid" retryHref="/auth/login" />
}

/** On another device than the one the mail was asked from, only the mail knows which page was wanted. */
function useWantedPageOf(continueUrl: string | null): void {
  useEffect(() => {
    const url = continueUrl === null ? undefined : parseUrl(continueUrl)
    if (url?.origin === window.location.origin && readWantedPage() === undefined) saveWantedPage(url.pathname)
  }, [continueUrl])
}

/** One use per code, however often React mounts the screen. */
const confirmations = new Map<string, Promise<IdentityErrorCode | undefined>>()

function confirmOnce(code: string): Promise<IdentityErrorCode | undefined> {
  const running = confirmations.get(code) ?? confirm(code)
  confirmations.set(code, running)
  return running
}

async function confirm(code: string): Promise<IdentityErrorCode | undefined> {
  const problem = await attempt(async () => (await browserSession().identity()).followMailLink(code))
  // A link opened twice has done its work the first time.
  return (await isConfirmed()) ? undefined : problem?.code
}

/** Asks for the account of this browser, which thereby learns of its confirmation. */
async function isConfirmed(): Promise<boolean> {
  try {
    return (await (await browserSession().identity()).refreshAccount())?.isVerified ?? false
  } catch {
    return false
  }
}

function ConfirmEmail({ code }: { code: string }) {
  const t = useTranslations('auth.action')
  const [outcome, setOutcome] = useState<{ problem: IdentityErrorCode | undefined }>()
  useEffect(() => {
    void confirmOnce(code).then((problem) => setOutcome({ problem }))
  }, [code])
  if (!outcome) return <Leaving text={t('working')} />
  if (outcome.problem) return <BrokenLink reason={outcome.problem} retryHref="/auth/verify-email" />
  return <Confirmed />
}

function Confirmed() {
  const t = useTranslations('auth.action.verified')
  const session = useForward('action')
  const isSignedIn = session.status === 'verified'
  return (
    <>
      <PageHeading title={t('title')} lead={isSignedIn ? t('bodySignedIn') : t('body')} />
      <p className="mt-8">
        <Link
          // A prefetched page would belong to the old session.
          prefetch={false}
          href={isSignedIn ? '/persons' : '/auth/login'}
          className={buttonClassName({ size: 'lg', block: true })}
        >
          {isSignedIn ? t('continue') : t('signIn')}
        </Link>
      </p>
    </>
  )
}
