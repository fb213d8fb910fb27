'use client'

import { useTranslations } from 'next-intl'
import { useHeldNavigation } from './use-held-navigation.ts'
import { useOnline } from './use-online.ts'

/** At the lower edge, over the page: the content stays in place while the connection changes. */
export function OfflineBanner() {
  const t = useTranslations('product')
  const isOnline = useOnline()
  const isHeld = useHeldNavigation()
  return (
    <div role="status" className="fixed inset-x-0 bottom-0 z-20">
      {!isOnline && (
        <div data-offline="" className="bg-ink text-paper">
          <div className="wrap py-3 text-sm font-medium">
            <p>{t('offline')}</p>
            {isHeld && <p className="mt-1">{t('offlineHeld')}</p>}
          </div>
        </div>
      )}
    </div>
  )
}
