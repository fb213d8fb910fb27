'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { SubmitButton } from '#components/product/submit-button.tsx'
import { useContractForm } from '#components/product/use-contract-form.ts'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { PhoneNumber } from '#lib/identity/phone.ts'
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

/** A form for a number, then for the code sent to it. */
export function AddPhone({ reauthentication, onDone, onCancel }: Props) {
  const t = useTranslations('auth.secondFactor')
  const locale = useLocale()
  const phoneCode = usePhoneCode()
  const [phoneNumber, setPhoneNumber] = useState('')
  const send = (number: string) =>
    phoneCode.send(async () => {
      const done = await reauthentication.withRecentSignIn(async () =>
        (await browserSession().identity()).addSecondFactor(number, locale),
      )
      return done?.answer
    })

  const { form, props, field, errorOf, isBusy } = useContractForm({
    schema: PhoneNumber,
    sentence: () => t('numberInvalid'),
    onSend: async ({ phone }) => {
      setPhoneNumber(phone)
      await send(phone)
    },
  })
  const { setFocus } = form
  useEffect(() => setFocus('phone'), [setFocus])

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
    <form {...props} className="flex max-w-md flex-col gap-5">
      {phoneCode.problem && <IdentityNotice code={phoneCode.problem} steps={{ retry: null }} />}
      <Field label={t('number')} hint={t('numberHint')} error={errorOf('phone')} required>
        {(control) => (
          <TextInput {...control} {...field('phone')} type="tel" inputMode="tel" autoComplete="tel" />
        )}
      </Field>
      <p className="text-sm text-ink-soft">{t('captchaNote')}</p>
      <div className="flex flex-col gap-3 sm:flex-row">
        <SubmitButton busy={isBusy} block>
          {t('sendCode')}
        </SubmitButton>
        <Button variant="quiet" size="lg" onClick={onCancel}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  )
}
