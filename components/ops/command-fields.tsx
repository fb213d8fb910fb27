'use client'

import { clsx } from 'clsx'
import type { OperatorCommand, OperatorOption } from '#contract/operator-commands.ts'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { Field } from '#components/ui/field.tsx'
import { TextInput, controlClassName } from '#components/ui/text-input.tsx'
import type { CommandForm } from './use-command-form.ts'
import { FIELDS_HINT, HINTS, labelOf } from './wording.ts'

interface Props {
  command: OperatorCommand
  form: CommandForm
  /** The argument comes from the row that is meant, and stays. */
  isFixed?: boolean
}

/** A field for each thing a command can be told. */
export function CommandFields({ command: { argument, options }, form, isFixed = false }: Props) {
  return (
    <>
      {argument !== undefined && <TextField name={argument} form={form} isRequired isFixed={isFixed} />}
      {options.map((option) => (
        <OptionField key={option.name} option={option} form={form} />
      ))}
    </>
  )
}

function OptionField({
  option: { name, kind, values },
  form,
}: {
  option: OperatorOption
  form: CommandForm
}) {
  switch (kind) {
    case 'flag':
      return <Checkbox {...form.field(name)} label={labelOf(name)} />
    case 'choice':
      return (
        <Field label={labelOf(name)} error={form.errorOf(name)}>
          {(control) => (
            <select {...control} {...form.field(name)} className={controlClassName}>
              {values.map((value) => (
                <option key={value}>{value}</option>
              ))}
            </select>
          )}
        </Field>
      )
    case 'fields':
      return (
        <fieldset className="min-w-0">
          <legend className="text-sm font-semibold">{labelOf(name)}</legend>
          <p className="mt-1 text-sm text-ink-soft">{FIELDS_HINT}</p>
          <div className="mt-3 grid gap-4 sm:grid-cols-2">
            {values.map((field) => (
              <TextField key={field} name={`${name}.${field}`} label={labelOf(field)} form={form} />
            ))}
          </div>
        </fieldset>
      )
    case 'text':
      return <TextField name={name} form={form} />
  }
}

interface TextFieldProps {
  name: string
  label?: string
  form: CommandForm
  hint?: string | undefined
  isRequired?: boolean
  isFixed?: boolean
}

export function TextField({
  name,
  label = labelOf(name),
  form,
  hint = HINTS[name],
  isRequired = false,
  isFixed = false,
}: TextFieldProps) {
  return (
    <Field label={label} hint={isFixed ? undefined : hint} error={form.errorOf(name)} required={isRequired}>
      {(control) => (
        <TextInput
          {...control}
          {...form.field(name)}
          readOnly={isFixed}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className={clsx(isFixed && 'bg-wash')}
        />
      )}
    </Field>
  )
}
