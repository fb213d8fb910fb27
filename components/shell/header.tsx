import { BRAND } from '#contract/brand.ts'
import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Brand } from './brand-mark.tsx'

interface Props {
  /** Links of this part of the site, in the middle on wide screens. */
  nav?: ReactNode
  /** Language, account and the like, at the right. */
  actions?: ReactNode
  /** On phones the mark replaces the name: the actions need the room. */
  isTight?: boolean
}

/** Top of every page: the name leads home, everything else is the caller's. Without script. */
export function Header({ nav, actions, isTight = false }: Props) {
  const t = useTranslations('shell')
  return (
    <>
      <a
        href="#main"
        className="sr-only z-10 rounded-sm bg-ink px-4 py-3 font-semibold text-paper focus:not-sr-only focus:absolute focus:top-2 focus:left-2"
      >
        {t('skip')}
      </a>
      <header className="wrap">
        <div className="flex min-h-18 items-center justify-between gap-x-3 border-b border-hairline sm:gap-x-8 md:min-h-20">
          <div className="xl:w-[calc((100%-11*2rem)/12*4+3*2rem)] xl:shrink-0">
            <a
              href={`/${useLocale()}`}
              aria-label={t('home', { brand: BRAND })}
              className="-ml-1 inline-flex min-h-11 items-center rounded-sm px-1"
            >
              <Brand isTight={isTight} />
            </a>
          </div>
          {nav}
          {actions && <div className="ml-auto flex items-center sm:gap-1">{actions}</div>}
        </div>
      </header>
    </>
  )
}
