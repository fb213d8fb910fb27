'use client'

import { useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import type { Bundle, Headshot } from '#contract/bundles.ts'
import type { Cares } from '#contract/cares.ts'
import { FLAW_TEXT_MAX_LENGTH } from '#contract/limits.ts'
import { FlawReason, rerollEndpoints } from '#contract/rerolls.ts'
import { CaresChoice } from '#components/cares/cares-choice.tsx'
import { CallErrorNotice } from '#components/product/call-error-notice.tsx'
import { useContractForm } from '#components/product/use-contract-form.ts'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Field } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { RadioGroup } from '#components/ui/radio-group.tsx'
import { controlClassName } from '#components/ui/text-input.tsx'
import { browserClient } from '#lib/session/browser-session.ts'
import { useEndpoint } from '#lib/session/use-endpoint.ts'

/** The headshot has no flaw, but another picture is wanted. */
const NO_FLAW = 'none'
const REASONS = [...FlawReason.options, NO_FLAW] as const
/** Re-rolled, with or without a flaw, or only reported. */
type Wish = 'anew' | 'report'
const Flaw = rerollEndpoints.reportFlaw.body.omit({ userImageKey: true }).extend({ reason: z.enum(REASONS) })

type ForReroll = Pick<Bundle, 'personId' | 'freeRerollsLeft' | 'cares' | 'possibleCares'>

interface Props {
  /** Null is closed. */
  headshot: Headshot | null
  bundle: ForReroll
  onClose: () => void
  /** Called when a re-roll has started. */
  onAsked: () => Promise<unknown>
}

/** Reports a headshot's flaw, and requests another one. */
export function FlawDialog({ headshot, bundle, onClose, onAsked }: Props) {
  const t = useTranslations()
  const [isReported, setReported] = useState(false)
  const close = () => {
    setReported(false)
    onClose()
  }
  return (
    <Dialog
      open={headshot !== null}
      onClose={close}
      title={t(isReported ? 'bundles.gallery.flaw.reportedTitle' : 'bundles.gallery.flaw.title')}
      closeLabel={t('ui.close')}
    >
      {headshot && (
        <FlawForm
          key={headshot.userImageKey}
          userImageKey={headshot.userImageKey}
          bundle={bundle}
          isReported={isReported}
          onReported={() => setReported(true)}
          onAsked={onAsked}
          onClose={close}
        />
      )}
    </Dialog>
  )
}

interface FormProps extends Pick<Props, 'bundle' | 'onAsked' | 'onClose'> {
  userImageKey: string
  isReported: boolean
  onReported: () => void
}

function FlawForm({ userImageKey, bundle, isReported, onReported, onAsked, onClose }: FormProps) {
  const t = useTranslations('bundles.gallery.flaw')
  const { data: published } = useEndpoint('getImageShares', { query: { personid: bundle.personId } })
  const isPublished = published?.imageShares.some((share) => share.userImageKey === userImageKey)
  const [cares, setCares] = useState<Cares>(bundle.cares)
  const wish = useRef<Wish>('anew')
  const [wanted, setWanted] = useState<Wish>('anew')
  // Asked twice for the same is made once.
  const requestKey = useRef<string>(undefined)
  const { form, props, field, errorOf, isBusy, failure } = useContractForm({
    schema: Flaw,
    sentence: () => t('reasonMissing'),
    onSend: async ({ reason, text }) => {
      const client = browserClient()
      if (reason !== NO_FLAW) await client.call('reportFlaw', { body: { userImageKey, reason, text } })
      if (wish.current === 'report') {
        onReported()
        return
      }
      requestKey.current ??= crypto.randomUUID()
      const options = { idempotencyKey: requestKey.current }
      await client.call('rerollHeadshot', { body: { userImageKey, cares } }, options)
      await onAsked()
      onClose()
    },
  })
  const reason = useWatch({ control: form.control, name: 'reason' })
  const choose = (next: Wish) => {
    wish.current = next
    setWanted(next)
  }

  if (isReported)
    return (
      <>
        <Notice tone="success">{t('reported')}</Notice>
        <div className="mt-6 flex flex-col sm:flex-row-reverse">
          <Button onClick={onClose}>{t('done')}</Button>
        </div>
      </>
    )
  const isFlaw = FlawReason.safeParse(reason).success
  return (
    <form {...props} className="flex flex-col gap-5">
      <p className="text-ink-soft">
        {t('lead', { count: bundle.freeRerollsLeft })} {isPublished && t('closesLink')}
      </p>
      <RadioGroup
        legend={t('legend')}
        binding={field('reason')}
        options={REASONS.map((value) => ({ value, label: t(`reason.${value}`) }))}
        inline
        error={errorOf('reason')}
      />
      {isFlaw && (
        <Field label={t('text')} hint={t('textHint')}>
          {(control) => (
            <textarea
              {...control}
              {...field('text')}
              rows={3}
              maxLength={FLAW_TEXT_MAX_LENGTH}
              className={`${controlClassName} resize-y`}
            />
          )}
        </Field>
      )}
      <CaresChoice
        possible={bundle.possibleCares}
        cares={cares}
        onChange={setCares}
        purpose="reroll"
        className="border-y border-hairline"
      />
      {failure !== undefined && <CallErrorNotice error={failure} />}
      <div className="flex flex-col gap-2 sm:flex-row-reverse">
        <Button type="submit" size="lg" busy={isBusy && wanted === 'anew'} onClick={() => choose('anew')}>
          {t('submit')}
        </Button>
        {isFlaw && (
          <Button
            type="submit"
            size="lg"
            variant="quiet"
            busy={isBusy && wanted === 'report'}
            onClick={() => choose('report')}
          >
            {t('reportOnly')}
          </Button>
        )}
      </div>
    </form>
  )
}
