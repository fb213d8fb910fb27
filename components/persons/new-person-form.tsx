'use client'

import { useTranslations } from 'next-intl'
import { useRef } from 'react'
import { mutate } from 'swr'
import { PERSON_NAME_MAX_LENGTH } from '#contract/limits.ts'
import { Gender, personEndpoints } from '#contract/persons.ts'
import { CallErrorNotice } from '#components/product/call-error-notice.tsx'
import { SubmitButton } from '#components/product/submit-button.tsx'
import { useContractForm } from '#components/product/use-contract-form.ts'
import { buttonClassName } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { PageHeading } from '#components/ui/page-heading.tsx'
import { RadioGroup } from '#components/ui/radio-group.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { trackInteraction } from '#lib/analytics/track.ts'
import { Link, useRouter } from '#lib/i18n/navigation.ts'
import { endpointKey } from '#lib/session/use-endpoint.ts'
import { browserClient } from '#lib/session/browser-session.ts'
import { ConsentBox, useConsentFields, versionOf } from './consent-box.tsx'
import { PriceLine } from './price-line.tsx'

/** The call itself works without consent, which then comes with the first selfie; this form requires it. */
const NewPerson = personEndpoints.createPerson.body.omit({ consentVersion: true })

export function NewPersonForm() {
  const t = useTranslations('persons.new')
  const router = useRouter()
  // One key for the same person, however often the button has to be pressed.
  const attempt = useRef({ of: '', idempotencyKey: '' })
  const consent = useConsentFields()
  const { props, field, errorOf, isBusy, failure } = useContractForm({
    schema: NewPerson.extend(consent.fields),
    sentence: (complaint) => {
      if (complaint.field === 'gender') return t('errors.gender')
      if (complaint.field === 'wording') return t('errors.consent')
      if (complaint.field === 'companies') return t('errors.companies')
      return complaint.code === 'too_big'
        ? t('errors.nameTooLong', { max: PERSON_NAME_MAX_LENGTH })
        : t('errors.name')
    },
    // The consent is not among them: it must be given to the sentence as read.
    draft: { name: 'person', fields: ['name', 'gender'] },
    onSend: async ({ name, gender, ...agreed }) => {
      const body = { name, gender, consentVersion: versionOf(agreed) }
      const of = JSON.stringify(body)
      if (attempt.current.of !== of) attempt.current = { of, idempotencyKey: crypto.randomUUID() }
      const { idempotencyKey } = attempt.current
      const person = await browserClient().call('createPerson', { body }, { idempotencyKey })
      trackInteraction('person_created', person.id)
      const query = { personid: person.id }
      // Fills the next page's cache before it opens.
      await mutate(endpointKey('getPerson', { query }), person, { revalidate: false })
      await mutate(endpointKey('getUploadImages', { query }), { selfies: [] }, { revalidate: false })
      router.push(`/persons/${person.id}`)
      return 'leaving'
    },
  })

  return (
    <div className="mx-auto max-w-lg">
      <PageHeading eyebrow={t('eyebrow')} title={t('title')} lead={t('lead')} />
      <PriceLine className="mt-5 border-y border-hairline py-3 text-sm tabular-nums" />
      <form {...props} className="mt-8 flex flex-col gap-7">
        {failure !== undefined && <CallErrorNotice error={failure} />}
        <Field label={t('name')} hint={t('nameHint')} error={errorOf('name')} required>
          {(control) => <TextInput {...control} {...field('name')} dir="auto" autoComplete="name" />}
        </Field>
        <RadioGroup
          legend={t('gender')}
          hint={t('genderHint')}
          binding={field('gender')}
          options={Gender.options.map((value) => ({ value, label: t(`genders.${value}`) }))}
          error={errorOf('gender')}
          required
          inline
        />
        <ConsentBox consent={consent} field={field} errorOf={errorOf} />
        <div className="flex flex-col gap-3 sm:flex-row">
          <SubmitButton block busy={isBusy}>
            {t('submit')}
          </SubmitButton>
          <Link href="/persons" className={buttonClassName({ size: 'lg', variant: 'quiet', block: true })}>
            {t('cancel')}
          </Link>
        </div>
      </form>
    </div>
  )
}
