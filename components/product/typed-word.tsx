'use client'

import { Field } from '#components/ui/field.tsx'
import { TextInput } from '#components/ui/text-input.tsx'

interface Props {
  label: string
  value: string
  onChange: (value: string) => void
  error?: string | undefined
}

/** What has to be typed before something goes that does not come back. */
export function TypedWord({ label, value, onChange, error }: Props) {
  return (
    <Field label={label} error={error} required>
      {(control) => (
        <TextInput
          {...control}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
    </Field>
  )
}

/** Whether it was typed, in whatever case; keyboards without umlauts write them as two letters. */
export function isTypedWord(typed: string, word: string): boolean {
  const plain = (text: string) =>
    text.trim().normalize('NFC').toLowerCase().replaceAll('ö', 'oe').replaceAll('ä', 'ae')
  return plain(typed) === plain(word)
}
