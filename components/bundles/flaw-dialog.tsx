'use client'

import { useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import type { Bundle, Headshot } from '#contract/bundles.ts'
import { FLAW_TEXT_MAX_LENGTH } from '#contract/limits.ts'
import { FlawReason } from '#contract/rerolls.ts'
import { CallErrorNotice } from '#components/product/call-error-notice.tsx'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Field } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { RadioGroup } from '#components/ui/radio-group.tsx'
import { controlClassName } from '#components/ui/text-input.tsx'
import { browserClient } from '#lib/session/browser-session.ts'

/** Nothing is wrong with it: another picture is wanted all the same. */
const NO_FLAW = 'none'
const REASONS = [...FlawReason.options, NO_FLAW] as const
type Reason = (typeof REASONS)[number]

interface Props {
  /** Null is closed. */
  headshot: Headshot | null
  bundle: Pick<Bundle, 'freeRerollsLeft'>
  onClose: () => void
  /** Called when it is being made anew. */
  onAsked: () => Promise<unknown>
}

/** What is wrong with a headshot, and another one in its place. */
export function FlawDialog({ headshot, bundle, onClose, onAsked }: Props) {
  const t = useTranslations()
  return (
    <Dialog
      open={headshot !== null}
      onClose={onClose}
      title={t('bundles.gallery.flaw.title')}
      closeLabel={t('ui.close')}
    >
      {headshot && (
        <FlawForm
          key={headshot.userImageKey}
          userImageKey={headshot.userImageKey}
          freeRerollsLeft={bundle.freeRerollsLeft}
          onAsked={onAsked}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}

interface FormProps extends Pick<Bundle, 'freeRerollsLeft'>, Pick<Props, 'onAsked' | 'onClose'> {
  userImageKey: string
}

function FlawForm({ userImageKey, freeRerollsLeft, onAsked, onClose }: FormProps) {
  const t = useTranslations('bundles.gallery.flaw')
  const [reason, setReason] = useState<Reason | null>(null)
  const [text, setText] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [busy, setBusy] = useState<'anew' | 'report'>()
  const [isReported, setReported] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  // Asked twice for the same is made once.
  const requestKey = useRef<string>(undefined)

  async function submit(wish: 'anew' | 'report') {
    setMissing(reason === null)
    if (reason === null || busy) return
    setBusy(wish)
    setFailure(undefined)
    try {
      const client = browserClient()
      if (reason !== NO_FLAW) await client.call('reportFlaw', { body: { userImageKey, reason, text } })
      if (wish === 'report') setReported(true)
      else {
        requestKey.current ??= crypto.randomUUID()
        const options = { idempotencyKey: requestKey.current }
        await client.call('rerollHeadshot', { body: { userImageKey } }, options)
        await onAsked()
        onClose()
      }
    } catch (error) {
      setFailure(error)
    }
    setBusy(undefined)
  }

  if (isReported)
    return (
      <>
        <Notice tone="success">{t('reported')}</Notice>
        <Button className="mt-6" onClick={onClose}>
          {t('done')}
        </Button>
      </>
    )
  const isFlaw = reason !== null && reason !== NO_FLAW
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit('anew')
      }}
      className="flex flex-col gap-5"
    >
      <p className="text-ink-soft">{t('lead', { count: freeRerollsLeft })}</p>
      <RadioGroup
        legend={t('legend')}
        name="reason"
        options={REASONS.map((value) => ({ value, label: t(`reason.${value}`) }))}
        value={reason}
        inline
        onChange={(value) => {
          setReason(value)
          setMissing(false)
        }}
        error={isMissing ? t('reasonMissing') : undefined}
      />
      {isFlaw && (
        <Field label={t('text')} hint={t('textHint')}>
          {(control) => (
            <textarea
              {...control}
              name="text"
              rows={3}
              maxLength={FLAW_TEXT_MAX_LENGTH}
              value={text}
              onChange={(event) => setText(event.target.value)}
              className={`${controlClassName} resize-y`}
            />
          )}
        </Field>
      )}
      {failure !== undefined && <CallErrorNotice error={failure} />}
      <div className="flex flex-col gap-2 sm:flex-row">
        <Button type="submit" size="lg" busy={busy === 'anew'}>
          {t('submit')}
        </Button>
        {isFlaw && (
          <Button size="lg" variant="quiet" busy={busy === 'report'} onClick={() => void submit('report')}>
            {t('reportOnly')}
          </Button>
        )}
      </div>
    </form>
  )
}
