'use client'

import { useTranslations } from 'next-intl'
import { CallError } from '#lib/api/call-error.ts'
import { Button } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'

interface Props {
  error: unknown
  /** What did not work; a general sentence without it. */
  title?: string
  onRetry?: (() => void) | undefined
  className?: string
}

/** What happened, what to do, and small the number support asks for. */
export function CallErrorNotice({ error, title, onRetry, className }: Props) {
  const t = useTranslations()
  const { code, requestId } =
    error instanceof CallError ? error : { code: 'internal' as const, requestId: undefined }
  return (
    <Notice
      tone="error"
      title={title ?? t('errors.title')}
      action={
        onRetry && (
          <Button variant="secondary" onClick={onRetry}>
            {t('ui.retry')}
          </Button>
        )
      }
      footnote={requestId === undefined ? undefined : t('ui.requestId', { id: requestId })}
      {...(className === undefined ? {} : { className })}
    >
      {t(`errors.${code}`)}
    </Notice>
  )
}
