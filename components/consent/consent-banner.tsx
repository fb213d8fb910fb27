'use client'

import { usePathname } from 'next/navigation'
import { useSyncExternalStore } from 'react'
import { Button } from '#components/ui/button.tsx'
import { ASKS_CONSENT, giveConsent, hasConsented, onConsent } from '#lib/analytics/consent.ts'
import type { Messages } from '#lib/i18n/messages.ts'
import { readSignedInHint } from '#lib/session/signed-in-hint.ts'

const isWanted = () => !hasConsented() && !readSignedInHint()

interface Props {
  copy: Messages['consent']
  locale: string
}

/**
 * At the bottom of every page until somebody accepts or is signed in. It comes after the page and rests on its lower
 * edge, so it moves nothing, and whoever scrolls to the end sees all there is. It fades in: the page itself is what is
 * seen first. Pages made ahead know nobody and carry it hidden, until a line in them finds that it is wanted
 * (`lib/prerendered/show-banner.ts`), long before scripts come.
 */
export function ConsentBanner({ copy, locale }: Props) {
  // A sign-in ends with another page.
  usePathname()
  const isShown = useSyncExternalStore(onConsent, isWanted, () => null)
  if (isShown === false) return null
  return (
    <section
      aria-label={copy.label}
      {...ASKS_CONSENT}
      hidden={isShown === null}
      suppressHydrationWarning
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
