'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState, type SyntheticEvent } from 'react'
import { SubmitButton } from '#components/product/submit-button.tsx'
import { textOf, useFocusFirstError } from '#components/product/use-form.ts'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import type { IdentityErrorCode } from '#lib/identity/identity-error.ts'
import type { SentCode } from '#lib/identity/identity.ts'
import { lastDigits } from '#lib/identity/phone.ts'
import { IdentityNotice } from './identity-notice.tsx'
import { attempt } from './identity-errors.ts'

const CODE = /^\d{6}$/

interface Props {
  sent: SentCode
  phoneNumber: string
  pauseSeconds: number
  onResend: () => void
  /** The code was right and has done its work. */
  onDone: () => void
  submitLabel: string
}

/** The six digits of a text message. */
export function CodeForm({ sent, phoneNumber, pauseSeconds, onResend, onDone, submitLabel }: Props) {
  const t = useTranslations('auth.code')
  const [complaints, setComplaints] = useState<{ code: string }>()
  const [problem, setProblem] = useState<IdentityErrorCode>()
  const [isBusy, setBusy] = useState(false)
  const form = useFocusFirstError(complaints)
  const input = useRef<HTMLInputElement>(null)
  // A code just sent is typed next, also the second one.
  useEffect(() => input.current?.focus(), [sent])

  async function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const code = textOf(event.currentTarget, 'code').replace(/\s/g, '')
    setProblem(undefined)
    setComplaints(CODE.test(code) ? undefined : { code: t('incomplete') })
    if (!CODE.test(code)) return
    setBusy(true)
    const failure = await attempt(() => sent.confirm(code))
    setBusy(false)
    if (failure === undefined) onDone()
    else if (failure.code === 'wrong_code') setComplaints({ code: t('wrong') })
    else setProblem(failure.code)
  }

  return (
    <form
      ref={form}
      method="post"
      noValidate
      onSubmit={(event) => void submit(event)}
      className="flex flex-col gap-5"
    >
      <p role="status">{t('sent', { digits: lastDigits(phoneNumber) })}</p>
      {problem && <IdentityNotice code={problem} steps={{ new_code: onResend }} />}
      <Field label={t('label')} error={complaints?.code} required>
        {(control) => (
          <TextInput
            {...control}
            ref={input}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={8}
            spellCheck={false}
            className="max-w-48 text-lg tracking-[0.25em] tabular-nums"
          />
        )}
      </Field>
      <div className="flex flex-col gap-3 sm:flex-row">
        <SubmitButton busy={isBusy} block>
          {submitLabel}
        </SubmitButton>
        <Button variant="quiet" size="lg" disabled={pauseSeconds > 0} onClick={onResend}>
          {pauseSeconds > 0 ? t('resendIn', { seconds: pauseSeconds }) : t('resend')}
        </Button>
      </div>
    </form>
  )
}
