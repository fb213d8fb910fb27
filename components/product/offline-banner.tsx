'use client'

import { useTranslations } from 'next-intl'
import { useOnline } from './use-online.ts'

export function OfflineBanner() {
  const t = useTranslations('product')
  const isOnline = useOnline()
  return (
    <div role="status" className={isOnline ? 'sr-only' : 'bg-ink text-paper'}>
      {!isOnline && <p className="wrap py-3 text-sm font-medium">{t('offline')}</p>}
    </div>
  )
}
