'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { RadioGroup } from '#components/ui/radio-group.tsx'
import { Spinner } from '#components/ui/spinner.tsx'
import type { SecondFactorChallenge } from '#lib/identity/identity.ts'
import { lastDigits } from '#lib/identity/phone.ts'
import { CodeForm } from './code-form.tsx'
import { IdentityNotice } from './identity-notice.tsx'
import type { PhoneCode } from './use-phone-code.ts'

interface Props {
  challenge: SecondFactorChallenge
  /** Held by the screen, which has to leave a modal dialog while a captcha may come. */
  phoneCode: PhoneCode
  onDone: () => void
  /** The sign-in expired and starts again. */
  onExpired: () => void
  submitLabel: string
}

/** The second step of a sign-in. An account with one phone gets its code at once; with several, one is chosen. */
export function SecondFactorPrompt({ challenge, phoneCode, onDone, onExpired, submitLabel }: Props) {
  const t = useTranslations('auth.secondStep')
  const { phones } = challenge
  const [phoneId, setPhoneId] = useState(phones[0]?.id)
  const phone = phones.find(({ id }) => id === phoneId)
  const { send, sent, isSending, problem, pauseSeconds } = phoneCode
  const ask = (id: string) => void send(() => challenge.sendCode(id))

  const asked = useRef<SecondFactorChallenge>(undefined)
  const onlyId = phones.length === 1 ? phones[0]?.id : undefined
  useEffect(() => {
    if (onlyId === undefined || asked.current === challenge || sent) return
    asked.current = challenge
    void send(() => challenge.sendCode(onlyId))
  }, [challenge, onlyId, send, sent])

  if (phone && sent)
    return (
      <CodeForm
        sent={sent}
        phoneNumber={phone.phoneNumber}
        pauseSeconds={pauseSeconds}
        onResend={() => ask(phone.id)}
        onDone={onDone}
        submitLabel={submitLabel}
      />
    )
  return (
    <div className="flex flex-col gap-5">
      {problem && <IdentityNotice code={problem} steps={{ new_code: onExpired }} />}
      {phones.length > 1 && (
        <RadioGroup
          legend={t('choose')}
          name="phone"
          options={phones.map(({ id, phoneNumber }) => ({
            value: id,
            label: t('phone', { digits: lastDigits(phoneNumber) }),
          }))}
          value={phoneId ?? null}
          onChange={setPhoneId}
        />
      )}
      {isSending && phones.length === 1 ? (
        <p role="status" className="flex items-center gap-3 text-ink-soft">
          <Spinner />
          {t('sending')}
        </p>
      ) : (
        phone && (
          <Button size="lg" busy={isSending} onClick={() => ask(phone.id)}>
            {t('send')}
          </Button>
        )
      )}
    </div>
  )
}
