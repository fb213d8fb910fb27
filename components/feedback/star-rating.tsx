import { clsx } from 'clsx'
import { useId, type ReactNode } from 'react'
import { FieldError, type ControlBinding } from '#components/ui/field.tsx'

interface Props {
  legend: ReactNode
  binding: ControlBinding
  /** From the worst to the best, as each is called. */
  labels: readonly string[]
  error?: ReactNode
}

/** Stars to choose from: the browser's own radio buttons, of which all up to the chosen one are lit. */
export function StarRating({ legend, binding, labels, error }: Props) {
  const errorId = useId()
  return (
    <fieldset aria-describedby={error ? errorId : undefined} className="min-w-0">
      <legend className="mb-1 text-sm font-semibold">{legend}</legend>
      <div className="group -ml-2 flex">
        {labels.map((label, index) => (
          <label
            key={label}
            title={label}
            className={clsx(
              'grid size-11 cursor-pointer place-items-center rounded-sm text-edge transition-colors',
              // Up to the chosen one; while one is pointed at, up to that.
              'has-checked:text-accent [&:has(~label>input:checked)]:text-accent',
              'group-hover:text-edge! hover:text-accent-ink! [&:has(~label:hover)]:text-accent-ink!',
              'has-focus-visible:outline-3 has-focus-visible:outline-offset-0 has-focus-visible:outline-accent-ink',
            )}
          >
            <input type="radio" {...binding} value={index + 1} aria-label={label} className="peer sr-only" />
            <svg
              viewBox="0 0 24 24"
              aria-hidden="true"
              className="size-7 [label:has(~label>input:checked)_&]:fill-current [label:has(:checked)_&]:fill-current"
              fill="none"
              stroke="currentColor"
              strokeWidth="1.6"
              strokeLinejoin="round"
            >
              <path d="m12 3 2.700 5.900 6.300.7-4.700 4.300 1.300 6.300L12 17l-5.600 3.200 1.300-6.300L3 9.600l6.300-.7Z" />
            </svg>
          </label>
        ))}
      </div>
      <FieldError id={errorId}>{error}</FieldError>
    </fieldset>
  )
}
