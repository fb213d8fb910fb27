'use client'

import { useEffect, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { SubmitButton } from '#components/product/submit-button.tsx'
import { useContractForm } from '#components/product/use-contract-form.ts'
import { failureSentence } from '#components/shell/failure-copy.ts'
import { Dialog } from '#components/ui/dialog.tsx'
import { Field } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { RadioGroup } from '#components/ui/radio-group.tsx'
import { controlClassName, TextInput } from '#components/ui/text-input.tsx'
import { CORRECTION_TEXT_MAX_LENGTH } from '#contract/limits.ts'
import {
  correctionEndpoints,
  CorrectionRequest,
  type ListingCorrection,
} from '#contract/directory-corrections.ts'
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

/** Requests the correction or removal of a listing, which takes effect once the mail's link is followed. */
export function CorrectionDialog({
  listing,
  copy,
  failures,
  locale,
  onClose,
}: CorrectionProps & { onClose: () => void }) {
  const [sent, setSent] = useState<{ email: string; until: string }>()
  const done = useRef<HTMLParagraphElement>(null)
  useEffect(() => done.current?.focus(), [sent])
  const { form, props, field, errorOf, isBusy, failure } = useContractForm({
    schema: correctionForm(listing),
    values: { request: 'correct', message: '', fields: valuesOf(listing) },
    sentence: (complaint) => {
      if (complaint.field === 'email') return copy.errors.email
      return complaint.field === 'message' ? copy.errors.nothing : copy.errors.field
    },
    onSend: async (correction) => {
      const { publicClient } = await import('#lib/api/public-client.ts')
      const { validUntil } = await publicClient().call('requestCorrection', {
        body: { listingId: listing.id, ...correction },
      })
      const until = new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(new Date(validUntil))
      setSent({ email: correction.email, until })
    },
  })
  const request = useWatch({ control: form.control, name: 'request' })

  if (sent !== undefined) {
    return (
      <Dialog open onClose={onClose} title={copy.sentTitle} closeLabel={copy.close}>
        <p ref={done} tabIndex={-1} role="status" className="outline-none">
          {copy.sent.replace('{email}', sent.email).replace('{date}', sent.until)}
        </p>
      </Dialog>
    )
  }
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={copy.title.replace('{name}', listing.name)}
      closeLabel={copy.close}
    >
      <p className="measure text-ink-soft">{copy.lead}</p>
      <form {...props} className="mt-5 flex flex-col gap-5">
        {failure !== undefined && <Notice tone="error">{failureSentence(failure, failures)}</Notice>}
        <RadioGroup
          legend={copy.request}
          binding={field('request')}
          inline
          options={[
            { value: 'correct', label: copy.correct },
            { value: 'remove', label: copy.remove },
          ]}
        />
        {request === 'correct' && (
          <div className="grid gap-4 sm:grid-cols-2">
            {FIELDS.map((name) => (
              <Field key={name} label={copy.fields[name]} error={errorOf(`fields.${name}`)}>
                {(control) => <TextInput {...control} {...field(`fields.${name}`)} autoComplete="off" />}
              </Field>
            ))}
          </div>
        )}
        <Field label={copy.message} hint={copy.messageHint} error={errorOf('message')}>
          {(control) => (
            <textarea
              {...control}
              {...field('message')}
              rows={3}
              maxLength={CORRECTION_TEXT_MAX_LENGTH}
              className={controlClassName}
            />
          )}
        </Field>
        <Field label={copy.email} error={errorOf('email')} required>
          {(control) => (
            <TextInput {...control} {...field('email')} type="email" inputMode="email" autoComplete="email" />
          )}
        </Field>
        <SubmitButton busy={isBusy} block>
          {copy.submit}
        </SubmitButton>
      </form>
    </Dialog>
  )
}

const Correction = correctionEndpoints.requestCorrection.body.omit({ listingId: true }).refine(
  ({ request, message, fields }) =>
    request === 'remove' || message.trim() !== '' || Object.keys(fields).length > 0,
  // Reported beside errors of the address.
  { path: ['message'], when: () => true },
)

/** The form as typed, and the call's body: only the changed fields. */
function correctionForm(listing: CorrectedListing) {
  const before = valuesOf(listing)
  return z
    .object({
      request: CorrectionRequest,
      email: z.string().trim(),
      message: z.string(),
      fields: z.record(z.enum(FIELDS), z.string()),
    })
    .transform(({ fields, ...rest }): z.input<typeof Correction> => ({
      ...rest,
      fields: rest.request === 'correct' ? changesIn(fields, before) : {},
    }))
    .pipe(Correction)
}

function valuesOf({ name, address, website, phone, email, openingHours }: CorrectedListing) {
  const given = { name, ...address, website, phone, email, openingHours }
  // Each of the fields has a value.
  return Object.fromEntries(FIELDS.map((field) => [field, given[field] ?? ''])) as Record<FieldName, string>
}

/** The changed fields; an emptied one is null, except the name. */
function changesIn(fields: Record<FieldName, string>, before: Record<FieldName, string>): ListingCorrection {
  const changed = FIELDS.flatMap((field) => {
    const value = fields[field].trim()
    if (value === before[field] || (field === 'name' && value === '')) return []
    return [[field, value === '' ? null : value] as const]
  })
  return Object.fromEntries(changed)
}
