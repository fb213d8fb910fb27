'use client'

import { useTranslations } from 'next-intl'
import { useHeldNavigation } from './use-held-navigation.ts'
import { useOnline } from './use-online.ts'

export function OfflineBanner() {
  const t = useTranslations('product')
  const isOnline = useOnline()
  const isHeld = useHeldNavigation()
  return (
    <div role="status" className={isOnline ? 'sr-only' : 'sticky top-0 z-20 bg-ink text-paper'}>
      {!isOnline && (
        <div className="wrap py-3 text-sm font-medium">
          <p>{t('offline')}</p>
          {isHeld && <p className="mt-1">{t('offlineHeld')}</p>}
        </div>
      )}
    </div>
  )
}
