'use client'

import { useTranslations } from 'next-intl'
import { Button } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'

export default function ProductError({ retry }: { error: unknown; retry: () => void }) {
  const t = useTranslations()
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
