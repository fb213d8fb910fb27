'use client'

import { useTranslations } from 'next-intl'
import { z } from 'zod'
import { PERSON_NAME_MAX_LENGTH } from '#contract/limits.ts'
import { RecipientName } from '#contract/recipients.ts'
import { Field, type ControlBinding } from '#components/ui/field.tsx'
import { TextInput } from '#components/ui/text-input.tsx'

/** A name as typed; empty becomes null. */
export const OptionalName = z.object({
  name: z
    .string()
    .transform((typed) => (typed.trim() === '' ? null : typed))
    .pipe(RecipientName.nullable()),
})

/** The sentence for an invalid name: its length. */
export function useNameSentence(): () => string {
  const t = useTranslations('recipient.name')
  return () => t('tooLong', { max: PERSON_NAME_MAX_LENGTH })
}

interface Props {
  hint: string
  binding: ControlBinding
  error: string | undefined
}

/** What the recipient calls themself; may stay empty. */
export function NameField({ hint, binding, error }: Props) {
  const t = useTranslations('recipient.name')
  return (
    <Field label={t('label')} aside={t('optional')} hint={hint} error={error}>
      {(control) => (
        <TextInput {...control} {...binding} autoComplete="name" autoCapitalize="words" enterKeyHint="go" />
      )}
    </Field>
  )
}
