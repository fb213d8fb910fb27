'use client'

import { clsx } from 'clsx'
import { useTranslations } from 'next-intl'
import { CallError, type CallErrorCode } from '#lib/api/call-error.ts'
import { Button } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'

interface Props {
  error: unknown
  /** The failed action; a general sentence without it. */
  title?: string
  onRetry?: (() => void) | undefined
  /**
   * Whether the page stays unchanged below: a notice that passes by itself then covers its lower edge, and moves no
   * content.
   */
  isOver?: boolean
  className?: string
}

/** Titles for a service that is retried automatically, by the reason. */
const AWAY: Partial<Record<CallErrorCode, 'awayTitle' | 'cutOffTitle'>> = {
  network: 'cutOffTitle',
  unavailable: 'awayTitle',
  timeout: 'awayTitle',
  bad_response: 'awayTitle',
}

/** What happened, what to do, and small the number support asks for. */
export function CallErrorNotice({ error, title, onRetry, isOver = false, className }: Props) {
  const t = useTranslations()
  const { code, requestId, isAskedAgain } =
    error instanceof CallError
      ? error
      : { code: 'internal' as const, requestId: undefined, isAskedAgain: false }
  const away = isAskedAgain ? AWAY[code] : undefined
  return (
    <Notice
      // A passing outage is no alert, and is announced once, not with each attempt.
      tone={away === undefined ? 'error' : 'info'}
      title={title ?? t(away === undefined ? 'errors.title' : `ui.${away}`)}
      action={
        onRetry && (
          <Button variant="secondary" onClick={onRetry}>
            {t('ui.retry')}
          </Button>
        )
      }
      footnote={
        requestId === undefined || away !== undefined ? undefined : t('ui.requestId', { id: requestId })
      }
      className={clsx(
        className,
        isOver && away !== undefined && 'fixed inset-x-4 bottom-20 z-20 mx-auto max-w-xl shadow-dialog',
      )}
    >
      {t(away === undefined ? `errors.${code}` : 'ui.away')}
    </Notice>
  )
}
