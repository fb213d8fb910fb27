'use client'

import { useTranslations } from 'next-intl'
import { useRef, useState, type SyntheticEvent } from 'react'
import { mutate } from 'swr'
import { CONSENT_VERSION } from '#contract/consent.ts'
import { PERSON_NAME_MAX_LENGTH } from '#contract/limits.ts'
import { Gender, PersonName } from '#contract/persons.ts'
import { CallErrorNotice } from '#components/product/call-error-notice.tsx'
import { SubmitButton } from '#components/product/submit-button.tsx'
import { useDraft } from '#components/product/use-draft.ts'
import { textOf, useFocusFirstError } from '#components/product/use-form.ts'
import { buttonClassName } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { PageHeading } from '#components/ui/page-heading.tsx'
import { RadioGroup } from '#components/ui/radio-group.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { tellInteraction } from '#lib/analytics/tell.ts'
import { Link, useRouter } from '#lib/i18n/navigation.ts'
import { endpointKey } from '#lib/api/use-endpoint.ts'
import { browserClient } from '#lib/session/browser-session.ts'
import { ConsentBox } from './consent-box.tsx'
import { PriceLine } from './price-line.tsx'

interface Complaints {
  name: string | undefined
  gender: string | undefined
  consent: string | undefined
}

export function NewPersonForm() {
  const t = useTranslations('persons.new')
  const router = useRouter()
  const [complaints, setComplaints] = useState<Complaints>()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const form = useFocusFirstError(complaints)
  // One key for the same person, however often the button has to be pressed.
  const attempt = useRef({ of: '', idempotencyKey: '' })
  // The consent is not among them: it is to be given to the sentence that is read.
  const forgetDraft = useDraft(form, 'person', ['name', 'gender'])

  function nameComplaint(name: string): string | undefined {
    if (PersonName.safeParse(name).success) return undefined
    return name.length > PERSON_NAME_MAX_LENGTH
      ? t('errors.nameTooLong', { max: PERSON_NAME_MAX_LENGTH })
      : t('errors.name')
  }

  async function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const name = textOf(event.currentTarget, 'name').trim()
    const gender = Gender.safeParse(textOf(event.currentTarget, 'gender'))
    const hasConsent = textOf(event.currentTarget, 'consent') !== ''
    setComplaints({
      name: nameComplaint(name),
      gender: gender.success ? undefined : t('errors.gender'),
      consent: hasConsent ? undefined : t('errors.consent'),
    })
    if (nameComplaint(name) !== undefined || !gender.success || !hasConsent) return
    setBusy(true)
    setFailure(undefined)
    try {
      const body = { name, gender: gender.data, consentVersion: CONSENT_VERSION }
      const of = JSON.stringify(body)
      if (attempt.current.of !== of) attempt.current = { of, idempotencyKey: crypto.randomUUID() }
      const { idempotencyKey } = attempt.current
      const person = await browserClient().call('createPerson', { body }, { idempotencyKey })
      tellInteraction('person_created', person.id)
      const query = { personid: person.id }
      forgetDraft()
      // The next page has its data before it opens.
      await mutate(endpointKey('getPerson', { query }), person, { revalidate: false })
      await mutate(endpointKey('getUploadImages', { query }), { selfies: [] }, { revalidate: false })
      router.push(`/persons/${person.id}`)
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }

  return (
    <div className="mx-auto max-w-lg">
      <PageHeading eyebrow={t('eyebrow')} title={t('title')} lead={t('lead')} />
      <PriceLine className="mt-5 border-y border-hairline py-3 text-sm tabular-nums" />
      <form
        ref={form}
        method="post"
        noValidate
        onSubmit={(event) => void submit(event)}
        className="mt-8 flex flex-col gap-7"
      >
        {failure !== undefined && <CallErrorNotice error={failure} />}
        <Field label={t('name')} hint={t('nameHint')} error={complaints?.name} required>
          {(control) => <TextInput {...control} name="name" dir="auto" autoComplete="name" />}
        </Field>
        <RadioGroup
          legend={t('gender')}
          hint={t('genderHint')}
          name="gender"
          options={Gender.options.map((value) => ({ value, label: t(`genders.${value}`) }))}
          error={complaints?.gender}
          required
          inline
        />
        <ConsentBox error={complaints?.consent} />
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
