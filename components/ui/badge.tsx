import { clsx } from 'clsx'
import type { ReactNode } from 'react'

export type BadgeTone = 'neutral' | 'accent' | 'success' | 'danger'

const TONE: Readonly<Record<BadgeTone, string>> = {
  neutral: 'bg-wash text-ink-soft',
  accent: 'bg-accent-wash text-accent-ink',
  success: 'bg-success-wash text-success',
  danger: 'bg-danger-wash text-danger',
}

export function Badge({
  tone = 'neutral',
  children,
  className,
}: {
  tone?: BadgeTone
  children: ReactNode
  className?: string
}) {
  return (
    <span
      className={clsx(
        'inline-flex items-center gap-1 rounded-sm px-2 py-0.5 text-xs font-semibold tabular-nums',
        TONE[tone],
        className,
      )}
    >
      {children}
    </span>
  )
}
