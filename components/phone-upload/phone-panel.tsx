'use client'

import { useFormatter, useTranslations } from 'next-intl'
import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import type { HandoffSession } from '#contract/phone-upload.ts'
import { CallErrorNotice } from '#components/product/call-error-notice.tsx'
import { useOnline } from '#components/product/use-online.ts'
import { Button } from '#components/ui/button.tsx'
import { PageHeading } from '#components/ui/page-heading.tsx'
import { PickerButton } from '#components/upload/add-selfies.tsx'
import { Announcer } from '#components/upload/announcer.tsx'
import { Coach } from '#components/upload/coach.tsx'
import { LostFiles } from '#components/upload/lost-files.tsx'
import { Sheet, Transfer } from '#components/upload/selfie-panel.tsx'
import { tilesOf } from '#components/upload/tiles.ts'
import { isUnsent } from '#components/upload/unsent.ts'
import { CallError } from '#lib/api/call-error.ts'
import { isolated } from '#lib/i18n/isolated.ts'
import { browserClient } from '#lib/session/browser-session.ts'
import type { HandoffEnd } from './phone-session.ts'
import { usePhoneSelfies, usePhoneUploads } from './use-phone-uploads.ts'

interface Props {
  session: HandoffSession
  onEnd: (why: HandoffEnd, sentCount: number) => void
}

/** The phone's half: camera and pictures, what each became, and the end. */
export function PhonePanel({ session, onEnd }: Props) {
  const t = useTranslations('handoff.phone')
  const format = useFormatter()
  const isOnline = useOnline()
  const { data, error, mutate } = usePhoneSelfies(session)
  const { items, queue, lostCount } = usePhoneUploads(session)
  const [isLossSettled, setLossSettled] = useState(false)
  const tiles = tilesOf(data?.selfies ?? [], items)
  const sentCount = data?.selfies.length ?? 0
  const addFiles = useCallback(
    (files: readonly File[]) => {
      queue().add(files)
      setLossSettled(true)
    },
    [queue],
  )
  const wasRefused = items.some(
    ({ problem }) => problem?.kind === 'call' && problem.code === 'handoff_invalid',
  )
  useEndOfSession(session, wasRefused || error?.code === 'handoff_invalid', (why) => onEnd(why, sentCount))

  return (
    <>
      <PageHeading
        title={t('title', { name: isolated(session.personName) })}
        lead={t('lead', {
          time: format.dateTime(new Date(session.expiresAt), { timeStyle: 'short' }),
        })}
      />
      <div className="mt-6 flex flex-col gap-6">
        {error && error.code !== 'handoff_invalid' && (
          <CallErrorNotice error={error} onRetry={() => void mutate()} isOver={data !== undefined} />
        )}
        {lostCount > 0 && !isLossSettled && (
          <LostFiles count={lostCount} onFiles={addFiles} onDismiss={() => setLossSettled(true)} />
        )}
        <Coach coach={data?.coach} tiles={tiles} hasStyles={false} />
        <Pickers onFiles={addFiles} />
        {/* Once a file was sent this line keeps its place: the pictures below do not move when sending ends. */}
        {tiles.some(({ state }) => state !== 'failed') && <Transfer tiles={tiles} isOnline={isOnline} />}
        <Sheet
          tiles={tiles}
          isOnline={isOnline}
          onRetry={({ id }) => queue().retry(id)}
          onRemove={({ id }) => queue().remove(id)}
          canRemove={({ id }) => items.some((item) => item.id === id && item.selfieId === null)}
        />
        {/* Shown once the list is there, which would otherwise push it down. */}
        {(data ?? error) && (
          <Finish
            session={session}
            sentCount={sentCount}
            isSending={items.some(isUnsent)}
            onEnd={() => onEnd('finished', sentCount)}
          />
        )}
      </div>
      <Announcer tiles={tiles} isLoaded={data !== undefined} />
    </>
  )
}

function Pickers({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const t = useTranslations('upload.zone')
  return (
    <div className="flex flex-col gap-2">
      <PickerButton label={t('camera')} onFiles={onFiles} isCamera isMain />
      <PickerButton label={t('choose')} onFiles={onFiles} isMain={false} />
    </div>
  )
}

interface FinishProps {
  session: HandoffSession
  sentCount: number
  isSending: boolean
  onEnd: () => void
}

function Finish({ session, sentCount, isSending, onEnd }: FinishProps) {
  const t = useTranslations('handoff.phone')
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()

  async function finish() {
    setBusy(true)
    setFailure(undefined)
    try {
      await browserClient().call('finishHandoff', {}, { handoffToken: session.sessionToken })
      onEnd()
    } catch (error) {
      // The session has ended already, by any side.
      if (error instanceof CallError && error.code === 'handoff_invalid') onEnd()
      else setFailure(error)
      setBusy(false)
    }
  }

  return (
    <div className="border-t border-hairline pt-5">
      <p role="status" className="tabular-nums">
        {t('arrived', { count: sentCount })}
      </p>
      <p className="mt-1 text-sm text-ink-soft">{isSending ? t('stillSending') : t('finishHint')}</p>
      <Button
        variant="secondary"
        size="lg"
        block
        busy={isBusy}
        disabled={isSending}
        onClick={() => void finish()}
        className="mt-4"
      >
        {t('finish')}
      </Button>
      {failure !== undefined && <CallErrorNotice error={failure} className="mt-4" />}
    </div>
  )
}

/** Ends by this phone's clock, or by the service's answer: the purchase on the computer ends the session too. */
function useEndOfSession(
  { expiresAt }: HandoffSession,
  isRefused: boolean,
  onEnd: (why: HandoffEnd) => void,
): void {
  const end = useEffectEvent(onEnd)
  // One timer, no clock: a page that is drawn each second never gets to ask again for its list.
  useEffect(() => {
    const timer = setTimeout(() => end('over'), msUntil(expiresAt))
    return () => clearTimeout(timer)
  }, [expiresAt])
  useEffect(() => {
    if (isRefused) end(msUntil(expiresAt) === 0 ? 'over' : 'closed')
  }, [isRefused, expiresAt])
}

function msUntil(at: string): number {
  return Math.max(0, new Date(at).getTime() - Date.now())
}
