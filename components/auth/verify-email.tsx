'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { PageHeading } from '#components/ui/page-heading.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { Spinner } from '#components/ui/spinner.tsx'
import type { IdentityErrorCode } from '#lib/identity/identity-error.ts'
import { browserSession } from '#lib/session/browser-session.ts'
import { attempt } from './identity-errors.ts'
import { IdentityNotice } from './identity-notice.tsx'
import { WaitingMessage } from './waiting-message.tsx'
import { mailOptions } from './mail-options.ts'
import { useForward, useSaveWantedPage } from './use-forward.ts'

const POLL_MS = 4_000
/** Afterwards the page polls only when it becomes visible again. */
const POLL_COUNT = 150
const RESEND_PAUSE_SECONDS = 30

type Said = { tone: 'error'; code: IdentityErrorCode } | { tone: 'info'; text: 'notYet' | 'resent' }

export function VerifyEmail({ redirect }: { redirect: string | null }) {
  const t = useTranslations('auth')
  const locale = useLocale()
  useSaveWantedPage(redirect)
  const session = useForward('verify')
  const [said, setSaid] = useState<Said>()
  const [isChecking, setChecking] = useState(false)
  const [pauseSeconds, setPauseSeconds] = useState(0)
  const isWaiting = session.status === 'unverified'
  useConfirmationWatch(isWaiting)

  useEffect(() => {
    if (pauseSeconds === 0) return
    const timer = setTimeout(() => setPauseSeconds(pauseSeconds - 1), 1_000)
    return () => clearTimeout(timer)
  }, [pauseSeconds])

  async function check() {
    setChecking(true)
    const problem = await attempt(async () => {
      const account = await (await browserSession().identity()).refreshAccount()
      setSaid(account?.isVerified ? undefined : { tone: 'info', text: 'notYet' })
    })
    if (problem) setSaid({ tone: 'error', code: problem.code })
    setChecking(false)
  }

  async function resend() {
    setPauseSeconds(RESEND_PAUSE_SECONDS)
    const problem = await attempt(async () =>
      (await browserSession().identity()).sendVerification(mailOptions(locale)),
    )
    setSaid(problem ? { tone: 'error', code: problem.code } : { tone: 'info', text: 'resent' })
  }

  if (session.status === 'verified' && !session.problem) return <WaitingMessage text={t('redirecting')} />
  const email = session.account?.email ?? ''
  const problem = said?.tone === 'error' ? said.code : session.problem
  return (
    <>
      <PageHeading title={t('verify.title')} />
      <div className="mt-6 flex flex-col gap-6">
        {isWaiting ? (
          <p className="measure">
            {t.rich('verify.lead', {
              email: () => <strong translate="no">{email}</strong>,
            })}
          </p>
        ) : (
          <Skeleton className="h-13 w-full" />
        )}
        {problem && (
          <IdentityNotice code={problem} steps={{ retry: () => void check(), reset_password: null }} />
        )}
        <p role="status" className="flex items-center gap-3 border-y border-hairline py-4 text-ink-soft">
          <Spinner />
          {t('verify.watching')}
        </p>
        {said?.tone === 'info' && (
          <Notice>{said.text === 'resent' ? t('verify.resent', { email }) : t('verify.notYet')}</Notice>
        )}
        <div className="flex flex-col gap-3 sm:flex-row">
          <Button block size="lg" busy={isChecking} onClick={() => void check()}>
            {t('verify.check')}
          </Button>
          <Button
            block
            size="lg"
            variant="secondary"
            disabled={!isWaiting || pauseSeconds > 0}
            onClick={() => void resend()}
          >
            {pauseSeconds > 0 ? t('verify.resendIn', { seconds: pauseSeconds }) : t('verify.resend')}
          </Button>
        </div>
        <p className="text-sm text-ink-soft">{t('verify.hint')}</p>
        <p className="text-sm text-ink-soft">
          {t('verify.wrongAddress')}{' '}
          <Button
            variant="quiet"
            className="px-2"
            onClick={() => void attempt(() => browserSession().signOut())}
          >
            {t('verify.changeAccount')}
          </Button>
        </p>
      </div>
    </>
  )
}

/** Asks now and then, and whenever the page comes back into view, whether the address was confirmed elsewhere. */
function useConfirmationWatch(isWaiting: boolean): void {
  useEffect(() => {
    if (!isWaiting) return
    let left = POLL_COUNT
    const ask = () =>
      void attempt(async () => {
        if (document.visibilityState === 'visible') await (await browserSession().identity()).refreshAccount()
      })
    const timer = setInterval(() => {
      left -= 1
      if (left <= 0) clearInterval(timer)
      ask()
    }, POLL_MS)
    document.addEventListener('visibilitychange', ask)
    window.addEventListener('focus', ask)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', ask)
      window.removeEventListener('focus', ask)
    }
  }, [isWaiting])
}
