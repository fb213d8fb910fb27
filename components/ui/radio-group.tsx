'use client'

import { clsx } from 'clsx'
import { useId, type ReactNode } from 'react'
import { FieldError, type ControlBinding } from './field.tsx'

export interface RadioOption<V extends string> {
  value: V
  label: ReactNode
  hint?: ReactNode
}

export interface RadioGroupProps<V extends string> {
  legend: ReactNode
  /** For groups without a binding, which has the name. */
  name?: string
  binding?: ControlBinding
  options: readonly RadioOption<V>[]
  value?: V | null
  defaultValue?: V
  onChange?: (value: V) => void
  hint?: ReactNode
  error?: ReactNode
  required?: boolean
  /** Side by side when short; stacked otherwise. */
  inline?: boolean
  className?: string
}

export function RadioGroup<V extends string>(props: RadioGroupProps<V>) {
  const { legend, name, binding, options, value, defaultValue, onChange, hint, error } = props
  const { required, inline, className } = props
  const id = useId()
  const describedBy = [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ')
  return (
    <fieldset
      aria-describedby={describedBy === '' ? undefined : describedBy}
      className={clsx('min-w-0', className)}
    >
      <legend className="mb-2 text-sm font-semibold">{legend}</legend>
      {hint && (
        <p id={`${id}-hint`} className="mb-2 text-sm text-ink-soft">
          {hint}
        </p>
      )}
      <div className={clsx('flex gap-2', inline ? 'flex-wrap' : 'flex-col')}>
        {options.map((option) => (
          <label
            key={option.value}
            className={clsx(
              'flex min-h-12 cursor-pointer items-center gap-3 rounded-sm border bg-paper px-3 py-2 transition-colors',
              'border-edge hover:border-ink has-checked:border-ink has-checked:bg-wash has-checked:ring-1 has-checked:ring-ink',
              'has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-accent-ink',
              inline && 'flex-1 basis-32',
            )}
          >
            <input
              type="radio"
              value={option.value}
              required={required}
              {...(binding ?? {
                name,
                onChange: () => onChange?.(option.value),
                ...(value === undefined
                  ? { defaultChecked: option.value === defaultValue }
                  : { checked: option.value === value }),
              })}
              className="size-5 shrink-0 accent-ink outline-none"
            />
            <span>
              <span className="block font-medium">{option.label}</span>
              {option.hint && <span className="block text-sm text-ink-soft">{option.hint}</span>}
            </span>
          </label>
        ))}
      </div>
      <div className="mt-2">
        <FieldError id={`${id}-error`}>{error}</FieldError>
      </div>
    </fieldset>
  )
}
