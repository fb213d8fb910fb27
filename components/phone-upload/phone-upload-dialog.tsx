'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import type { Handoff } from '#contract/phone-upload.ts'
import { CallErrorNotice } from '#components/product/call-error-notice.tsx'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Field } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { QrCode } from '#components/product/qr-code.tsx'
import type { HandoffLive } from './use-phone-upload.ts'
import { clockOf, useSecondsLeft } from './use-seconds-left.ts'

interface Props {
  isOpen: boolean
  onClose: () => void
  handoff: HandoffLive
}

/** The code for the phone, until it is used or expires; then the phone's progress. */
export function HandoffDialog({ isOpen, onClose, handoff }: Props) {
  const t = useTranslations()
  return (
    <Dialog open={isOpen} onClose={onClose} title={t('handoff.title')} closeLabel={t('ui.close')}>
      {/* As high with the code as after it: the dialog does not shrink under the pointer when a phone connects. */}
      <div className="grid min-h-112 content-start">
        <DialogBody handoff={handoff} onClose={onClose} />
      </div>
    </Dialog>
  )
}

function DialogBody({ handoff, onClose }: Omit<Props, 'isOpen'>) {
  const t = useTranslations('handoff')
  const { code, status, isMaking, failure, make } = handoff
  const secondsLeft = useSecondsLeft(code?.expiresAt)
  if (failure !== undefined) return <CallErrorNotice error={failure} onRetry={() => void make()} />
  if (!isMaking && (status?.state === 'opened' || status?.state === 'finished')) {
    return <Progress state={status.state} sentCount={status.sentCount} onClose={onClose} onRenew={make} />
  }
  if (!isMaking && (secondsLeft === 0 || status?.state === 'expired' || status?.state === 'revoked')) {
    return (
      <Notice title={t('expiredTitle')} action={<Button onClick={() => void make()}>{t('renew')}</Button>}>
        {t('expiredBody')}
      </Notice>
    )
  }
  return <Code code={isMaking ? undefined : code} secondsLeft={secondsLeft} />
}

function Code({ code, secondsLeft }: { code: Handoff | undefined; secondsLeft: number | null }) {
  const t = useTranslations('handoff')
  const locale = useLocale()
  const url = code && `${window.location.origin}/${locale}${code.path}`
  return (
    <>
      <p>{t('scan')}</p>
      <div className="mx-auto mt-5 w-full max-w-64">
        {url === undefined ? (
          <Skeleton className="aspect-square w-full" />
        ) : (
          <QrCode text={url} label={t('codeAlt')} />
        )}
      </div>
      {/* The seconds are visual only; the expiry is announced once. */}
      <p aria-hidden="true" className="mt-3 text-center text-sm text-ink-soft tabular-nums">
        {secondsLeft === null ? '\u00a0' : t('valid', { time: clockOf(secondsLeft) })}
      </p>
      <CopyLink url={url ?? ''} />
    </>
  )
}

function CopyLink({ url }: { url: string }) {
  const t = useTranslations('handoff')
  const [copiedUrl, setCopiedUrl] = useState('')
  const isCopied = url !== '' && copiedUrl === url

  async function copy(input: HTMLInputElement | null) {
    input?.select()
    try {
      await navigator.clipboard.writeText(url)
      setCopiedUrl(url)
    } catch {
      // Copying is not allowed here: the selected link can be copied by the keyboard.
      setCopiedUrl('')
    }
  }
  return (
    <form
      className="mt-5 border-t border-hairline pt-5"
      onSubmit={(event) => {
        event.preventDefault()
        void copy(event.currentTarget.querySelector('input'))
      }}
    >
      <Field label={t('link')}>
        {(control) => (
          <div className="flex flex-col gap-2 sm:flex-row">
            <TextInput
              {...control}
              readOnly
              value={url}
              onFocus={(event) => event.target.select()}
              className="min-w-0 font-mono text-xs! sm:flex-1"
            />
            <Button type="submit" variant="secondary" aria-disabled={url === '' || undefined}>
              {isCopied ? t('copied') : t('copy')}
            </Button>
          </div>
        )}
      </Field>
      <p role="status" className="sr-only">
        {isCopied && t('copied')}
      </p>
    </form>
  )
}

interface ProgressProps {
  state: 'opened' | 'finished'
  sentCount: number
  onClose: () => void
  onRenew: () => Promise<void>
}

function Progress({ state, sentCount, onClose, onRenew }: ProgressProps) {
  const t = useTranslations('handoff')
  return (
    <>
      <div role="status">
        <p className="text-lg font-semibold">{t(state === 'opened' ? 'connectedTitle' : 'finishedTitle')}</p>
        {state === 'opened' && <p className="mt-1 text-ink-soft">{t('connectedBody')}</p>}
        <p className="mt-3 tabular-nums">{t('received', { count: sentCount })}</p>
      </div>
      <div className="mt-6 flex flex-col gap-2 sm:flex-row">
        <Button size="lg" onClick={onClose}>
          {t(state === 'opened' ? 'close' : 'done')}
        </Button>
        <Button size="lg" variant="quiet" onClick={() => void onRenew()}>
          {t('renew')}
        </Button>
      </div>
    </>
  )
}
