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
        'flex min-h-11 min-w-11 items-center justify-center rounded-sm text-sm font-medium hover:bg-wash sm:px-3',
        isCurrent && 'font-bold',
      )}
    >
      <span className="sr-only sm:not-sr-only">{t('persons')}</span>
      {/* Phones have no room for the word. */}
      <svg
        viewBox="0 0 20 20"
        aria-hidden="true"
        className="size-5 sm:hidden"
        fill="none"
        stroke="currentColor"
        strokeWidth={isCurrent ? 2.2 : 1.7}
      >
        <circle cx="7.5" cy="6.5" r="3" />
        <path d="M2 16.5c.4-3.2 2.6-5 5.500-5s5.100 1.800 5.500 5M12.800 4a2.700 2.700 0 0 1 0 5.200M14.800 11.900c1.800.7 2.900 2.300 3.200 4.600" />
      </svg>
    </Link>
  )
}
