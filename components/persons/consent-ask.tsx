'use client'

import { useTranslations } from 'next-intl'
import { useState, type SyntheticEvent } from 'react'
import { CONSENT_VERSION } from '#contract/consent.ts'
import type { Person } from '#contract/persons.ts'
import { CallErrorNotice } from '#components/product/call-error-notice.tsx'
import { SubmitButton } from '#components/product/submit-button.tsx'
import { textOf, useFocusFirstError } from '#components/product/use-form.ts'
import { isolated } from '#lib/i18n/isolated.ts'
import { browserClient } from '#lib/session/browser-session.ts'
import { ConsentBox } from './consent-box.tsx'

interface Props {
  person: Person
  /** Asks again for the person; resolves when the answer is here. */
  onGiven: () => Promise<void>
}

/** In the place of the selfies, of a person whose consent was taken back or never given. */
export function ConsentAsk({ person, onGiven }: Props) {
  const t = useTranslations('persons')
  const [complaint, setComplaint] = useState<{ consent: string }>()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const form = useFocusFirstError(complaint)

  async function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    if (textOf(event.currentTarget, 'consent') === '') {
      setComplaint({ consent: t('new.errors.consent') })
      return
    }
    setComplaint(undefined)
    setFailure(undefined)
    setBusy(true)
    try {
      const query = { personid: person.id }
      await browserClient().call('grantConsent', { query, body: { consentVersion: CONSENT_VERSION } })
      await onGiven()
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }

  return (
    <section aria-labelledby="consent-title" className="max-w-2xl">
      <h2 id="consent-title" className="text-xl">
        {t('consent.title')}
      </h2>
      <p className="mt-2 measure text-ink-soft">{t('consent.body', { name: isolated(person.name) })}</p>
      <form
        ref={form}
        method="post"
        noValidate
        onSubmit={(event) => void submit(event)}
        className="mt-5 flex flex-col gap-6"
      >
        <ConsentBox error={complaint?.consent} />
        {failure !== undefined && <CallErrorNotice error={failure} />}
        <div>
          <SubmitButton block busy={isBusy}>
            {t('consent.submit')}
          </SubmitButton>
        </div>
      </form>
    </section>
  )
}
