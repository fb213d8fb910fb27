'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { SubmitButton } from '#components/product/submit-button.tsx'
import { useContractForm } from '#components/product/use-contract-form.ts'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { MessageCode } from '#lib/identity/credentials.ts'
import type { IdentityErrorCode } from '#lib/identity/identity-error.ts'
import type { SentCode } from '#lib/identity/identity.ts'
import { lastDigits } from '#lib/identity/phone.ts'
import { IdentityNotice } from './identity-notice.tsx'
import { attempt } from './identity-errors.ts'

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
  const [problem, setProblem] = useState<IdentityErrorCode>()
  const { form, props, field, errorOf, refuse, isBusy } = useContractForm({
    schema: MessageCode,
    sentence: () => t('incomplete'),
    onSend: async ({ code }) => {
      setProblem(undefined)
      const failure = await attempt(() => sent.confirm(code))
      if (failure === undefined) onDone()
      else if (failure.code === 'wrong_code') refuse('code', t('wrong'))
      else setProblem(failure.code)
    },
  })
  const { setFocus } = form
  // A code just sent is typed next, also the second one.
  useEffect(() => setFocus('code'), [sent, setFocus])

  return (
    <form {...props} className="flex flex-col gap-5">
      <p role="status">{t('sent', { digits: lastDigits(phoneNumber) })}</p>
      {problem && <IdentityNotice code={problem} steps={{ new_code: onResend }} />}
      <Field label={t('label')} error={errorOf('code')} required>
        {(control) => (
          <TextInput
            {...control}
            {...field('code')}
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
