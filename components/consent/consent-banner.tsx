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
 * Is shown at the bottom of every page until the visitor accepts or is signed in. Only the browser knows both, so the server
 * renders no banner. It follows the page's content and sticks to the lower edge: it moves nothing when it appears, and
 * covers nothing of a page that is scrolled to its end.
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
      className="sticky bottom-0 z-20 mt-auto border-t border-edge bg-paper"
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
