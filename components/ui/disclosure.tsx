import { clsx } from 'clsx'
import type { ReactNode } from 'react'

interface Props {
  title: string
  /** What is inside, in few words. */
  summary: string
  className?: string | undefined
  children: ReactNode
}

/** Content folded into one line that names it. */
export function Disclosure({ title, summary, className, children }: Props) {
  return (
    <details className={clsx('group', className)}>
      <summary className="flex min-h-12 items-center gap-x-3 py-2">
        <span className="font-semibold">{title}</span>
        <span className="min-w-0 grow text-right text-sm text-ink-soft">{summary}</span>
        <svg
          viewBox="0 0 12 8"
          aria-hidden="true"
          className="w-3 shrink-0 transition-transform group-open:rotate-180"
        >
          <path d="m1 1.5 5 5 5-5" fill="none" stroke="currentColor" strokeWidth="1.6" />
        </svg>
      </summary>
      {children}
    </details>
  )
}
