import { clsx } from 'clsx'
import type { ReactNode } from 'react'

export interface PageHeadingProps {
  title: ReactNode
  /** One line above: where this page belongs. */
  eyebrow?: ReactNode
  lead?: ReactNode
  /** At the right on wide screens. */
  actions?: ReactNode
  className?: string
}

/** The page's only h1. */
export function PageHeading({ title, eyebrow, lead, actions, className }: PageHeadingProps) {
  return (
    <header className={clsx('flex flex-wrap items-end justify-between gap-x-8 gap-y-4', className)}>
      <div className="min-w-0">
        {eyebrow && <p className="mb-1 text-sm text-ink-soft">{eyebrow}</p>}
        <h1 className="text-2xl sm:text-3xl">{title}</h1>
        {lead && <p className="mt-3 measure text-ink-soft">{lead}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </header>
  )
}
