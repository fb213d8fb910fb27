import type { ReactNode } from 'react'

interface Props {
  title: string
  count: number | undefined
  /** Whether it is open at first. */
  isOpen?: boolean
  onToggle?: (isOpen: boolean) => void
  children: ReactNode
}

/** A collapsible part of a page, with its count. */
export function Disclosure({ title, count, isOpen, onToggle, children }: Props) {
  return (
    <details
      open={isOpen}
      className="group border-t border-hairline pt-4"
      onToggle={(event) => onToggle?.(event.currentTarget.open)}
    >
      <summary className="flex min-h-11 items-center gap-2 font-semibold">
        {title}
        <span className="font-normal text-ink-soft tabular-nums">{count}</span>
        <svg viewBox="0 0 12 8" aria-hidden="true" className="w-3 transition-transform group-open:rotate-180">
          <path d="m1 1.5 5 5 5-5" fill="none" stroke="currentColor" strokeWidth="1.6" />
        </svg>
      </summary>
      {children}
    </details>
  )
}
