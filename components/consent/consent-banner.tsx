'use client'

import { usePathname } from 'next/navigation'
import { useSyncExternalStore } from 'react'
import { Button } from '#components/ui/button.tsx'
import { giveConsent, hasConsented, onConsent } from '#lib/analytics/consent.ts'
import type { Messages } from '#lib/i18n/messages.ts'
import { readSignedInHint } from '#lib/session/signed-in-hint.ts'

const isWanted = () => !hasConsented() && !readSignedInHint()

interface Props {
  copy: Messages['consent']
  locale: string
}

/**
 * Stands at the bottom of every page until the visitor accepts or is signed in, which the browser alone knows: the server
 * renders nothing. It comes after the page's content and sticks to the lower edge, so its arrival moves nothing, and a
 * page that is scrolled to its end is seen whole. It fades in, so that the page's own text is painted first.
 */
export function ConsentBanner({ copy, locale }: Props) {
  // A sign-in ends with another page.
  usePathname()
  const isShown = useSyncExternalStore(onConsent, isWanted, () => false)
  if (!isShown) return null
  return (
    <section
      aria-label={copy.label}
      data-asks-consent=""
      className="arriving sticky bottom-0 z-20 mt-auto border-t border-edge bg-paper"
    >
      <div className="wrap flex flex-col gap-x-8 gap-y-3 py-4 md:flex-row md:items-center md:justify-between">
        <p className="max-w-[88ch] text-xs text-ink-soft sm:text-sm">
          {copy.text}{' '}
          <a href={`/${locale}/legal/privacy-policy`} className="text-link whitespace-nowrap text-ink">
            {copy.privacy}
          </a>
        </p>
        <Button className="shrink-0" onClick={giveConsent}>
          {copy.accept}
        </Button>
      </div>
    </section>
  )
}
