'use client'

import { useTranslations } from 'next-intl'
import { z } from 'zod'
import type { Person } from '#contract/persons.ts'
import { CallErrorNotice } from '#components/product/call-error-notice.tsx'
import { SubmitButton } from '#components/product/submit-button.tsx'
import { useContractForm } from '#components/product/use-contract-form.ts'
import { isolated } from '#lib/i18n/isolated.ts'
import { browserClient } from '#lib/session/browser-session.ts'
import { ConsentBox, useConsentFields, versionOf } from './consent-box.tsx'

interface Props {
  person: Person
  /** Asks again for the person; resolves when the answer is here. */
  onGiven: () => Promise<void>
}

/** In the place of the selfies, of a person whose consent was taken back, never given, or given to an older wording. */
export function ConsentAsk({ person, onGiven }: Props) {
  const t = useTranslations('persons')
  const consent = useConsentFields()
  const { props, field, errorOf, isBusy, failure } = useContractForm({
    schema: z.object(consent.fields),
    sentence: (complaint) =>
      t(complaint.field === 'companies' ? 'new.errors.companies' : 'new.errors.consent'),
    onSend: async (agreed) => {
      const body = { consentVersion: versionOf(agreed) }
      await browserClient().call('grantConsent', { query: { personid: person.id }, body })
      await onGiven()
      return 'leaving'
    },
  })

  return (
    <section aria-labelledby="consent-title" className="max-w-2xl">
      <h2 id="consent-title" className="text-xl">
        {t(person.consent ? 'consent.changedTitle' : 'consent.title')}
      </h2>
      <p className="mt-2 measure text-ink-soft">
        {t(person.consent ? 'consent.changedBody' : 'consent.body', { name: isolated(person.name) })}
      </p>
      <form {...props} className="mt-5 flex flex-col gap-6">
        <ConsentBox consent={consent} field={field} errorOf={errorOf} />
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
