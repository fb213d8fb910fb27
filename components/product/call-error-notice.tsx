'use client'

import { clsx } from 'clsx'
import { useTranslations } from 'next-intl'
import { CallError, type CallErrorCode } from '#lib/api/call-error.ts'
import { Button } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'

interface Props {
  error: unknown
  /** What did not work; a general sentence without it. */
  title?: string
  onRetry?: (() => void) | undefined
  /** Where the page stays as it was: what passes by itself lies over its lower edge, and pushes nothing away. */
  isOver?: boolean
  className?: string
}

/** What is said of a service that is asked again by itself, by why it did not answer. */
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
      // What passes by itself alarms nobody, and is read out once, not with the number of each attempt.
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
