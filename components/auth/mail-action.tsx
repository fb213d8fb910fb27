'use client'

import { useEffect } from 'react'
import { parseUrl } from '#lib/session/redirect.ts'
import { readWantedPage, saveWantedPage } from '#lib/session/wanted-page.ts'
import { BrokenLink } from './broken-link.tsx'
import { MailChange } from './mail-change.tsx'
import { NewPassword } from './new-password.tsx'

interface Props {
  mode: string | null
  code: string | null
  /** Where to go afterwards, as the mail was asked to say. */
  continueUrl: string | null
}

/** As Firebase calls them in its links. */
const CHANGES = [
  { mode: 'verifyEmail', kind: 'verify_email' },
  { mode: 'recoverEmail', kind: 'recover_email' },
  { mode: 'verifyAndChangeEmail', kind: 'change_email' },
  { mode: 'revertSecondFactorAddition', kind: 'remove_second_factor' },
] as const

/** Where the links in our mails lead. */
export function MailAction({ mode, code, continueUrl }: Props) {
  useWantedPageOf(continueUrl)
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
