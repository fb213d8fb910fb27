'use client'

import { clsx } from 'clsx'
import { useTranslations } from 'next-intl'
import { useId, useRef, useState } from 'react'
import { AcquisitionChannel } from '#contract/analytics.ts'
import { CallErrorNotice } from '#components/product/call-error-notice.tsx'
import { Button } from '#components/ui/button.tsx'
import { CHANNEL_NAME } from '#lib/analytics/channel-name.ts'
import { useEndpoint } from '#lib/session/use-endpoint.ts'
import { browserClient } from '#lib/session/browser-session.ts'

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
  const isNoted = useRef(false)
  const titleId = useId()

  async function note(): Promise<void> {
    if (isNoted.current) return
    const now = await browserClient().call('updateProfile', { body: { isAcquisitionAsked: true } })
    isNoted.current = true
    await mutate(now, { revalidate: false })
  }

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

  function skip(): void {
    setStage('skipped')
    // Who could not be reached is asked once more at the next purchase.
    note().catch(() => undefined)
  }

  const isOver = stage === 'skipped' || profile === undefined
  if (isOver || (stage === 'asking' && profile.isAcquisitionAsked && wanted === undefined)) return null
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
            {channel === 'other' ? t('elsewhere') : CHANNEL_NAME[channel]}
          </Button>
        ))}
        <Button variant="quiet" onClick={skip}>
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
