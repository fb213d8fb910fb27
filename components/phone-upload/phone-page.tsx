'use client'

import { useTranslations } from 'next-intl'
import { useCallback, useEffect, useState } from 'react'
import type { HandoffSession } from '#contract/phone-upload.ts'
import { CallErrorNotice } from '#components/product/call-error-notice.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { PhonePanel } from './phone-panel.tsx'
import { PhoneEnded } from './phone-ended.tsx'
import { endOf, forgetPhoneSession, hideToken, openPhoneSession, type HandoffEnd } from './phone-session.ts'

type Stage =
  | { kind: 'opening' }
  | { kind: 'open'; session: HandoffSession }
  | { kind: 'ended'; why: HandoffEnd; sentCount: number }
  | { kind: 'failed'; error: unknown }

/** The page behind the scanned code: selfies from this phone, without an account, until it finishes or expires. */
export function PhonePage({ token }: { token: string }) {
  const t = useTranslations('handoff.phone')
  const [stage, setStage] = useState<Stage>({ kind: 'opening' })
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    let isWanted = true
    openPhoneSession(token).then(
      (session) => {
        if (!isWanted) return
        hideToken()
        setStage({ kind: 'open', session })
      },
      (error: unknown) => {
        if (!isWanted) return
        const why = endOf(error)
        setStage(why ? { kind: 'ended', why, sentCount: 0 } : { kind: 'failed', error })
      },
    )
    return () => {
      isWanted = false
    }
  }, [token, attempt])

  const end = useCallback((why: HandoffEnd, sentCount: number) => {
    forgetPhoneSession()
    setStage({ kind: 'ended', why, sentCount })
  }, [])

  switch (stage.kind) {
    case 'opening':
      return (
        <div>
          <p role="status" className="text-ink-soft">
            {t('opening')}
          </p>
          <Skeleton className="mt-4 h-11 w-72 max-w-full" />
          <Skeleton className="mt-6 h-40" />
        </div>
      )
    case 'failed':
      return (
        <CallErrorNotice
          error={stage.error}
          onRetry={() => {
            setStage({ kind: 'opening' })
            setAttempt(attempt + 1)
          }}
        />
      )
    case 'ended':
      return <PhoneEnded why={stage.why} sentCount={stage.sentCount} />
    case 'open':
      return <PhonePanel session={stage.session} onEnd={end} />
  }
}
