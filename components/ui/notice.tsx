import { clsx } from 'clsx'
import type { ReactNode } from 'react'

export type NoticeTone = 'info' | 'success' | 'error'

const TONE: Readonly<Record<NoticeTone, string>> = {
  info: 'border-ink bg-wash',
  success: 'border-success bg-success-wash',
  error: 'border-danger bg-danger-wash',
}

export interface NoticeProps {
  tone?: NoticeTone
  title?: ReactNode
  children?: ReactNode
  /** A button or link with the remedy. */
  action?: ReactNode
  /** Small print, such as the request id. */
  footnote?: ReactNode
  /** Announced when it appears: errors at once, others politely. False for notices that are part of the page. */
  live?: boolean
  className?: string
}

export function Notice({
  tone = 'info',
  title,
  children,
  action,
  footnote,
  live = true,
  className,
}: NoticeProps) {
  const role = tone === 'error' ? 'alert' : 'status'
  return (
    <div
      role={live ? role : undefined}
      className={clsx('rounded-sm border-l-4 px-4 py-3 text-sm', TONE[tone], className)}
    >
      {title && <p className="text-base font-semibold">{title}</p>}
      {children && <div className={clsx(title && 'mt-1', 'measure')}>{children}</div>}
      {action && <div className="mt-3 flex flex-wrap gap-2">{action}</div>}
      {footnote && <p className="mt-2 font-mono text-xs text-ink-soft">{footnote}</p>}
    </div>
  )
}
