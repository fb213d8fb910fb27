import { clsx } from 'clsx'
import type { Ref, SelectHTMLAttributes } from 'react'
import { controlClassName } from './text-input.tsx'

export interface SelectProps extends SelectHTMLAttributes<HTMLSelectElement> {
  ref?: Ref<HTMLSelectElement> | undefined
}

/** The system's own list, which phones show best. Give it `<option>`s. */
export function Select({ className, children, ...rest }: SelectProps) {
  return (
    <span className="relative block">
      <select {...rest} className={clsx(controlClassName, 'appearance-none pr-10', className)}>
        {children}
      </select>
      <svg
        viewBox="0 0 12 8"
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-4 w-3 -translate-y-1/2"
      >
        <path d="m1 1.5 5 5 5-5" fill="none" stroke="currentColor" strokeWidth="1.6" />
      </svg>
    </span>
  )
}
