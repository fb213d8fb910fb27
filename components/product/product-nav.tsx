'use client'

import { clsx } from 'clsx'
import { useTranslations } from 'next-intl'
import { Link, usePathname } from '#lib/i18n/navigation.ts'

export function ProductNav() {
  const t = useTranslations('product')
  const isCurrent = usePathname() === '/persons'
  return (
    <Link
      href="/persons"
      aria-current={isCurrent ? 'page' : undefined}
      className={clsx(
        // Phones have no room for it; there, every page leads back to the list by itself.
        'hidden min-h-11 items-center rounded-sm px-3 text-sm font-medium hover:bg-wash sm:flex',
        isCurrent && 'font-bold',
      )}
    >
      {t('persons')}
    </Link>
  )
}
