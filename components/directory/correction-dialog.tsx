'use client'

import { useEffect, useRef, useState, type SyntheticEvent } from 'react'
import { SubmitButton } from '#components/product/submit-button.tsx'
import { textOf, useFocusFirstError } from '#components/product/use-form.ts'
import { failureSentence } from '#components/shell/failure-copy.ts'
import { Dialog } from '#components/ui/dialog.tsx'
import { Field } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { RadioGroup } from '#components/ui/radio-group.tsx'
import { controlClassName, TextInput } from '#components/ui/text-input.tsx'
import { CORRECTION_TEXT_MAX_LENGTH } from '#contract/limits.ts'
import type { CorrectionRequest, ListingCorrection } from '#contract/directory.ts'
import { CallError } from '#lib/api/call-error.ts'
import type { CorrectedListing, CorrectionProps } from './correction.ts'

const FIELDS = [
  'name',
  'street',
  'houseNumber',
  'postcode',
  'locality',
  'website',
  'phone',
  'email',
  'openingHours',
] as const
type FieldName = (typeof FIELDS)[number]

/** Asks for a listing to be corrected or removed; what is asked counts once the mail is answered. */
export function CorrectionDialog({
  listing,
  copy,
  failures,
  locale,
  onClose,
}: CorrectionProps & { onClose: () => void }) {
  const [request, setRequest] = useState<CorrectionRequest>('correct')
  const [complaints, setComplaints] = useState<{ email?: string; message?: string }>()
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [sent, setSent] = useState<{ email: string; until: string }>()
  const form = useFocusFirstError(complaints)
  const done = useRef<HTMLParagraphElement>(null)
  useEffect(() => done.current?.focus(), [sent])

  async function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const target = event.currentTarget
    const email = textOf(target, 'email').trim()
    const message = textOf(target, 'message').trim()
    const fields = request === 'correct' ? changesIn(target, listing) : {}
    const isEmpty = request === 'correct' && message === '' && Object.keys(fields).length === 0
    const found = {
      ...(/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) ? {} : { email: copy.errors.email }),
      ...(isEmpty ? { message: copy.errors.nothing } : {}),
    }
    setFailure(undefined)
    setComplaints(found)
    if (Object.keys(found).length > 0) return
    setBusy(true)
    try {
      const { publicClient } = await import('#lib/api/public-client.ts')
      const { validUntil } = await publicClient().call('requestCorrection', {
        body: { listingId: listing.id, request, email, locale, message, fields },
      })
      const until = new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(new Date(validUntil))
      setSent({ email, until })
    } catch (error) {
      const isOurs = error instanceof CallError && error.code === 'body_invalid'
      setFailure(isOurs ? failures.body_invalid : failureSentence(error, failures))
    } finally {
      setBusy(false)
    }
  }

  if (sent !== undefined) {
    return (
      <Dialog open onClose={onClose} title={copy.sentTitle} closeLabel={copy.close}>
        <p ref={done} tabIndex={-1} role="status" className="outline-none">
          {copy.sent.replace('{email}', sent.email).replace('{date}', sent.until)}
        </p>
      </Dialog>
    )
  }
  const current = valuesOf(listing)
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={copy.title.replace('{name}', listing.name)}
      closeLabel={copy.close}
    >
      <p className="measure text-ink-soft">{copy.lead}</p>
      <form
        ref={form}
        method="post"
        noValidate
        onSubmit={(event) => void submit(event)}
        className="mt-5 flex flex-col gap-5"
      >
        {failure !== undefined && <Notice tone="error">{failure}</Notice>}
        <RadioGroup
          legend={copy.request}
          name="request"
          inline
          value={request}
          onChange={setRequest}
          options={[
            { value: 'correct', label: copy.correct },
            { value: 'remove', label: copy.remove },
          ]}
        />
        {request === 'correct' && (
          <div className="grid gap-4 sm:grid-cols-2">
            {FIELDS.map((name) => (
              <Field key={name} label={copy.fields[name]}>
                {(control) => (
                  <TextInput
                    {...control}
                    name={`field-${name}`}
                    defaultValue={current[name]}
                    autoComplete="off"
                  />
                )}
              </Field>
            ))}
          </div>
        )}
        <Field label={copy.message} hint={copy.messageHint} error={complaints?.message}>
          {(control) => (
            <textarea
              {...control}
              name="message"
              rows={3}
              maxLength={CORRECTION_TEXT_MAX_LENGTH}
              className={controlClassName}
            />
          )}
        </Field>
        <Field label={copy.email} error={complaints?.email} required>
          {(control) => (
            <TextInput {...control} name="email" type="email" inputMode="email" autoComplete="email" />
          )}
        </Field>
        <SubmitButton busy={isBusy} block>
          {copy.submit}
        </SubmitButton>
      </form>
    </Dialog>
  )
}

function valuesOf({ name, address, website, phone, email, openingHours }: CorrectedListing) {
  const given = { name, ...address, website, phone, email, openingHours }
  // Each of the fields has a value in it.
  return Object.fromEntries(FIELDS.map((field) => [field, given[field] ?? ''])) as Record<FieldName, string>
}

/** What was written otherwise; emptied is nothing, and a name cannot be. */
function changesIn(form: HTMLFormElement, listing: CorrectedListing): ListingCorrection {
  const before = valuesOf(listing)
  const changed = FIELDS.flatMap((field) => {
    const value = textOf(form, `field-${field}`).trim()
    if (value === before[field] || (field === 'name' && value === '')) return []
    return [[field, value === '' ? null : value] as const]
  })
  return Object.fromEntries(changed)
}
