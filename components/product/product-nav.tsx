'use client'

import { clsx } from 'clsx'
import { useTranslations } from 'next-intl'
import { Link, usePathname } from '#lib/i18n/navigation.ts'

/** Sections of the product; phones have no room for the words, and show the drawing. */
const ENTRIES = [
  {
    href: '/persons',
    name: 'product.persons',
    drawing: (
      <>
        <circle cx="7.5" cy="6.5" r="3" />
        <path d="M2 16.5c.4-3.2 2.6-5 5.500-5s5.100 1.800 5.500 5M12.800 4a2.700 2.700 0 0 1 0 5.200M14.800 11.900c1.800.7 2.900 2.300 3.200 4.600" />
      </>
    ),
  },
  {
    href: '/referral',
    name: 'referral.nav',
    drawing: (
      <>
        <path d="M3 8.500h14v3H3zM4.500 11.500h11V17h-11zM10 8.500V17" />
        <path d="M10 8.500C8 8.500 5.500 7.500 5.500 5.500c0-2.500 3.500-2.500 4.500 3 1-5.500 4.500-5.500 4.500-3 0 2-2.500 3-4.500 3Z" />
      </>
    ),
  },
  {
    href: '/account',
    name: 'account.nav',
    drawing: (
      <>
        <circle cx="10" cy="10" r="7.500" />
        <circle cx="10" cy="8" r="2.600" />
        <path d="M5 15.500c.8-2.400 2.600-3.600 5-3.600s4.200 1.200 5 3.600" />
      </>
    ),
  },
] as const

export function ProductNav() {
  const t = useTranslations()
  const pathname = usePathname()
  return ENTRIES.map(({ href, name, drawing }) => {
    const isCurrent = pathname === href
    return (
      <Link
        key={href}
        href={href}
        aria-current={isCurrent ? 'page' : undefined}
        className={clsx(
          'flex min-h-11 min-w-11 items-center justify-center rounded-sm text-sm font-medium hover:bg-wash md:px-3',
          isCurrent && 'font-bold',
        )}
      >
        <span className="sr-only md:not-sr-only">{t(name)}</span>
        <svg
          viewBox="0 0 20 20"
          aria-hidden="true"
          className="size-5 md:hidden"
          fill="none"
          stroke="currentColor"
          strokeWidth={isCurrent ? 2.2 : 1.7}
        >
          {drawing}
        </svg>
      </Link>
    )
  })
}
