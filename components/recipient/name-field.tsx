'use client'

import { useTranslations } from 'next-intl'
import { PERSON_NAME_MAX_LENGTH } from '#contract/limits.ts'
import { RecipientName } from '#contract/recipients.ts'
import { Field } from '#components/ui/field.tsx'
import { TextInput } from '#components/ui/text-input.tsx'

export type NameComplaint = 'tooLong'

/** What is wrong with a name as typed; nothing with none. */
export function nameComplaint(typed: string): NameComplaint | undefined {
  return typed.trim() === '' || RecipientName.safeParse(typed).success ? undefined : 'tooLong'
}

interface Props {
  hint: string
  complaint?: NameComplaint | undefined
  defaultValue?: string
}

/** What the recipient calls themself; may stay empty. */
export function NameField({ hint, complaint, defaultValue }: Props) {
  const t = useTranslations('recipient.name')
  return (
    <Field
      label={t('label')}
      aside={t('optional')}
      hint={hint}
      error={complaint && t('tooLong', { max: PERSON_NAME_MAX_LENGTH })}
    >
      {(control) => (
        <TextInput
          {...control}
          name="name"
          autoComplete="name"
          autoCapitalize="words"
          enterKeyHint="go"
          defaultValue={defaultValue}
        />
      )}
    </Field>
  )
}
