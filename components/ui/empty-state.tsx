import { clsx } from 'clsx'
import type { ReactNode } from 'react'

export interface EmptyStateProps {
  title: ReactNode
  children?: ReactNode
  action?: ReactNode
  /** Decoration above the title. */
  picture?: ReactNode
  className?: string
}

/** The message of an empty list, and the link to its first entry. */
export function EmptyState({ title, children, action, picture, className }: EmptyStateProps) {
  return (
    <section className={clsx('border-y border-hairline py-12 sm:py-16', className)}>
      {picture && (
        <div aria-hidden="true" className="mb-6">
          {picture}
        </div>
      )}
      <h2 className="text-xl">{title}</h2>
      {children && <div className="mt-2 measure text-ink-soft">{children}</div>}
      {action && <div className="mt-6 flex flex-wrap gap-3">{action}</div>}
    </section>
  )
}
