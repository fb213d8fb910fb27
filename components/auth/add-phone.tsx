'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useEffect, useRef, useState, type SyntheticEvent } from 'react'
import { SubmitButton } from '#components/product/submit-button.tsx'
import { textOf, useFocusFirstError } from '#components/product/use-form.ts'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { toE164 } from '#lib/identity/phone.ts'
import { browserSession } from '#lib/session/browser-session.ts'
import { CodeForm } from './code-form.tsx'
import { IdentityNotice } from './identity-notice.tsx'
import type { Reauthentication } from './reauthenticate.tsx'
import { usePhoneCode } from './use-phone-code.ts'

interface Props {
  reauthentication: Reauthentication
  onDone: () => void
  onCancel: () => void
}

/** A number, then the code that was sent to it. */
export function AddPhone({ reauthentication, onDone, onCancel }: Props) {
  const t = useTranslations('auth.secondFactor')
  const locale = useLocale()
  const phoneCode = usePhoneCode()
  const [phoneNumber, setPhoneNumber] = useState('')
  const [complaints, setComplaints] = useState<{ phone: string }>()
  const form = useFocusFirstError(complaints)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])

  const send = (number: string) =>
    phoneCode.send(async () => {
      const done = await reauthentication.withRecentSignIn(async () =>
        (await browserSession().identity()).addSecondFactor(number, locale),
      )
      return done?.answer
    })

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    if (phoneCode.isSending) return
    const number = toE164(textOf(event.currentTarget, 'phone'))
    setComplaints(number === undefined ? { phone: t('numberInvalid') } : undefined)
    if (number === undefined) return
    setPhoneNumber(number)
    void send(number)
  }

  if (phoneCode.sent)
    return (
      <div className="flex flex-col gap-4">
        <CodeForm
          sent={phoneCode.sent}
          phoneNumber={phoneNumber}
          pauseSeconds={phoneCode.pauseSeconds}
          onResend={() => void send(phoneNumber)}
          onDone={onDone}
          submitLabel={t('confirm')}
        />
        <Button variant="quiet" className="-ml-4 self-start" onClick={phoneCode.forget}>
          {t('otherNumber')}
        </Button>
      </div>
    )
  return (
    <form ref={form} method="post" noValidate onSubmit={submit} className="flex max-w-md flex-col gap-5">
      {phoneCode.problem && <IdentityNotice code={phoneCode.problem} steps={{ retry: null }} />}
      <Field label={t('number')} hint={t('numberHint')} error={complaints?.phone} required>
        {(control) => (
          <TextInput
            {...control}
            ref={input}
            name="phone"
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            defaultValue={phoneNumber}
          />
        )}
      </Field>
      <p className="text-sm text-ink-soft">{t('captchaNote')}</p>
      <div className="flex flex-col gap-3 sm:flex-row">
        <SubmitButton busy={phoneCode.isSending} block>
          {t('sendCode')}
        </SubmitButton>
        <Button variant="quiet" size="lg" onClick={onCancel}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  )
}
