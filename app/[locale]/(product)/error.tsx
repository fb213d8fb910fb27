'use client'

import { useTranslations } from 'next-intl'
import { Button } from '#components/ui/button.tsx'
import { useRecovery } from '#components/shell/use-recovery.ts'
import { Notice } from '#components/ui/notice.tsx'

export default function ProductError({ error, retry }: { error: unknown; retry: () => void }) {
  const t = useTranslations()
  useRecovery(error, retry)
  return (
    <Notice
      tone="error"
      title={t('product.crashed.title')}
      action={
        <Button variant="secondary" onClick={() => retry()}>
          {t('ui.retry')}
        </Button>
      }
    >
      {t('product.crashed.body')}
    </Notice>
  )
}
