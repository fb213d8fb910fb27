'use client'

import { useFormatter, useTranslations } from 'next-intl'
import { useState, type ReactNode } from 'react'
import type { DataExport } from '#contract/account.ts'
import { CallErrorNotice } from '#components/product/call-error-notice.tsx'
import { Button } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Progress } from '#components/ui/progress.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { useEndpoint } from '#lib/session/use-endpoint.ts'
import { browserClient } from '#lib/session/browser-session.ts'
import { AccountSection } from './account-section.tsx'

const REFRESH_MS = 3_000
const MEGABYTE = 1_000_000

/** Everything that is held, as one file: asked for, made, fetched. */
export function ExportSection() {
  const t = useTranslations('account.export')
  const { data, error, mutate } = useEndpoint(
    'getExport',
    {},
    { refreshIntervalMs: (latest) => (latest?.export?.state === 'making' ? REFRESH_MS : 0) },
  )
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const [isGone, setGone] = useState(false)

  async function request(): Promise<void> {
    setBusy(true)
    setFailure(undefined)
    setGone(false)
    try {
      const made = await browserClient().call('requestExport', {})
      await mutate({ export: made }, { revalidate: false })
    } catch (cause) {
      setFailure(cause)
    }
    setBusy(false)
  }

  /** The address is good for an hour or two; each click has a new one. */
  async function download(): Promise<void> {
    setBusy(true)
    setFailure(undefined)
    try {
      const now = await browserClient().call('getExport', {})
      await mutate(now, { revalidate: false })
      if (now.export?.downloadUrl) window.location.assign(now.export.downloadUrl)
      else setGone(true)
    } catch (cause) {
      setFailure(cause)
    }
    setBusy(false)
  }

  return (
    <AccountSection id="export" title={t('title')} lead={t('lead')}>
      {error && !data && (
        <CallErrorNotice error={error} title={t('loadFailed')} onRetry={() => void mutate()} />
      )}
      {!error && !data && <Skeleton className="h-11 w-56" />}
      {isGone && (
        <Notice tone="error" className="mb-4">
          {t('gone')}
        </Notice>
      )}
      {data && <Standing made={data.export} isBusy={isBusy} onRequest={request} onDownload={download} />}
      {failure !== undefined && (
        <CallErrorNotice error={failure} title={t('requestFailed')} className="mt-4" />
      )}
    </AccountSection>
  )
}

interface StandingProps {
  made: DataExport | null
  isBusy: boolean
  onRequest: () => Promise<void>
  onDownload: () => Promise<void>
}

function Standing({ made, isBusy, onRequest, onDownload }: StandingProps): ReactNode {
  const t = useTranslations('account.export')
  const format = useFormatter()
  const ask = (label: string) => (
    <Button variant="secondary" busy={isBusy} onClick={() => void onRequest()}>
      {label}
    </Button>
  )
  if (made === null) return ask(t('request'))
  if (made.state === 'making') {
    const at = format.dateTime(new Date(made.requestedAt), { dateStyle: 'long', timeStyle: 'short' })
    return (
      <div role="status">
        <Progress label={t('making')} value={null} detail={t('makingDetail', { at })} />
      </div>
    )
  }
  if (made.state === 'failed') {
    return (
      <Notice tone="error" title={t('failed.title')} action={ask(t('requestAgain'))}>
        {t('failed.body')}
      </Notice>
    )
  }
  const size = format.number(Math.max(0.1, (made.sizeBytes ?? 0) / MEGABYTE), {
    style: 'unit',
    unit: 'megabyte',
    maximumFractionDigits: 1,
  })
  const date =
    made.validUntil === null ? '' : format.dateTime(new Date(made.validUntil), { dateStyle: 'long' })
  return (
    <div role="status">
      <p className="font-semibold">{t('ready')}</p>
      <p className="mt-1 text-sm text-ink-soft tabular-nums">{t('readyDetail', { size, date })}</p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button busy={isBusy} onClick={() => void onDownload()}>
          {t('download')}
        </Button>
        <Button variant="quiet" onClick={() => void onRequest()}>
          {t('requestAgain')}
        </Button>
      </div>
    </div>
  )
}
