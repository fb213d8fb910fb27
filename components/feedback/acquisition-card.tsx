'use client'

import { clsx } from 'clsx'
import { useTranslations } from 'next-intl'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { AcquisitionChannel } from '#contract/analytics.ts'
import { CallErrorNotice } from '#components/product/call-error-notice.tsx'
import { Button } from '#components/ui/button.tsx'
import { CHANNEL_NAME } from '#lib/analytics/channel-name.ts'
import { useEndpoint } from '#lib/session/use-endpoint.ts'
import { browserClient } from '#lib/session/browser-session.ts'

const isNamed = (channel: AcquisitionChannel): channel is keyof typeof CHANNEL_NAME =>
  Object.hasOwn(CHANNEL_NAME, channel)

/**
 * Asks a buyer where they heard of the product: once in all, answered or not. The account records that they were
 * asked, not their answer.
 */
export function AcquisitionCard({ className }: { className?: string }) {
  const t = useTranslations('acquisition')
  const { data: profile, mutate } = useEndpoint('getProfile', {})
  // The user's action here counts, independent of later answers of the profile.
  const [stage, setStage] = useState<'asking' | 'thanks' | 'skipped'>('asking')
  const [wanted, setWanted] = useState<AcquisitionChannel>()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const noted = useRef<Promise<void>>(undefined)
  const titleId = useId()

  function note(): Promise<void> {
    noted.current ??= browserClient()
      .call('updateProfile', { body: { isAcquisitionAsked: true } })
      .then(async (now) => {
        await mutate(now, { revalidate: false })
      })
      .catch((error: unknown) => {
        noted.current = undefined
        throw error
      })
    return noted.current
  }

  // Seen is asked: a user who leaves the page without an answer does not meet the question again. A user for whom that
  // could not be recorded is asked once more at the next purchase.
  const [isAsking, setAsking] = useState(false)
  if (profile?.isAcquisitionAsked === false && !isAsking) setAsking(true)
  const noteOnce = useEffectEvent(() => void note().catch(() => undefined))
  useEffect(() => {
    if (isAsking) noteOnce()
  }, [isAsking])

  async function answer(channel: AcquisitionChannel): Promise<void> {
    if (isBusy) return
    setBusy(true)
    setWanted(channel)
    setFailure(undefined)
    try {
      // First, so that no answer is ever given twice.
      await note()
      const body = { channel, platform: 'website' as const }
      await browserClient().call('reportAcquisitionChannel', { body })
      setStage('thanks')
    } catch (error) {
      setFailure(error)
    }
    setBusy(false)
  }

  if (stage === 'skipped' || !isAsking) return null
  if (stage === 'thanks') {
    return (
      <p role="status" className={clsx('border-t border-hairline pt-6 text-ink-soft', className)}>
        {t('thanks')}
      </p>
    )
  }
  return (
    <section aria-labelledby={titleId} className={clsx('border-t border-hairline pt-6', className)}>
      <h2 id={titleId} className="text-lg">
        {t('title')}
      </h2>
      <p className="mt-1 measure text-sm text-ink-soft">{t('lead')}</p>
      <div className="mt-4 flex flex-wrap gap-2">
        {AcquisitionChannel.options.map((channel) => (
          <Button
            key={channel}
            variant="secondary"
            busy={isBusy && wanted === channel}
            onClick={() => void answer(channel)}
          >
            {isNamed(channel) ? CHANNEL_NAME[channel] : t(channel === 'other' ? 'elsewhere' : channel)}
          </Button>
        ))}
        <Button variant="quiet" onClick={() => setStage('skipped')}>
          {t('skip')}
        </Button>
      </div>
      {failure !== undefined && (
        <CallErrorNotice
          error={failure}
          title={t('failed')}
          onRetry={wanted && (() => void answer(wanted))}
          className="mt-4"
        />
      )}
    </section>
  )
}
