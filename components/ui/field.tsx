'use client'

import { clsx } from 'clsx'
import {
  useId,
  type ChangeEventHandler,
  type FocusEventHandler,
  type ReactNode,
  type RefCallback,
} from 'react'

/** The attributes a control gets from its field; spread them on the control. */
export interface ControlProps {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  required: boolean | undefined
}

/** The attributes that bind a control to its form; spread them on the control. */
export interface ControlBinding {
  name: string
  ref: RefCallback<HTMLInputElement>
  onChange: ChangeEventHandler<HTMLInputElement>
  onBlur: FocusEventHandler<HTMLInputElement>
}

export interface FieldProps {
  label: ReactNode
  hint?: ReactNode
  /** The error and its remedy; announced when it appears. */
  error?: ReactNode
  required?: boolean
  /** Beside the label, at its right: "forgotten?", a counter. */
  aside?: ReactNode
  className?: string
  children: (control: ControlProps) => ReactNode
}

/** Label, control, hint and error, tied together for assistive technology. */
export function Field({ label, hint, error, required, aside, className, children }: FieldProps) {
  const id = useId()
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const describedBy = [error ? errorId : '', hint ? hintId : ''].filter(Boolean).join(' ')
  return (
    <div className={clsx('flex flex-col gap-2', className)}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <label htmlFor={id} className="text-sm font-semibold">
          {label}
        </label>
        {aside && <span className="text-sm text-ink-soft">{aside}</span>}
      </div>
      {children({
        id,
        'aria-describedby': describedBy === '' ? undefined : describedBy,
        'aria-invalid': error ? true : undefined,
        required: required ?? undefined,
      })}
      {hint && (
        <p id={hintId} className="text-sm text-ink-soft">
          {hint}
        </p>
      )}
      <FieldError id={errorId}>{error}</FieldError>
    </div>
  )
}

/** The live region exists while empty, so that a new error in it is announced. */
export function FieldError({ id, children }: { id: string; children?: ReactNode }) {
  return (
    <p
      id={id}
      aria-live="polite"
      className={clsx('flex gap-2 text-sm font-medium text-danger', !children && 'sr-only')}
    >
      {children && (
        <>
          <svg viewBox="0 0 16 16" aria-hidden="true" className="mt-1 size-4 shrink-0">
            <path d="M8 1 15.5 14.5H.5Z" fill="currentColor" />
            <path d="M8 6v4M8 11.4v1.4" stroke="var(--paper)" strokeWidth="1.6" />
          </svg>
          <span>{children}</span>
        </>
      )}
    </p>
  )
}
