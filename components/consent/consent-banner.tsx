'use client'

import { clsx } from 'clsx'
import { useSelectedLayoutSegment } from 'next/navigation'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { Button } from '#components/ui/button.tsx'
import { giveConsent, hasConsented, onConsent } from '#lib/analytics/consent.ts'
import { CONSENT_UNWANTED } from '#lib/content-policy/head-script.ts'
import type { Messages } from '#lib/i18n/messages.ts'
import { readSignedInHint } from '#lib/session/signed-in-hint.ts'
import { useMakesWay } from './use-makes-way.ts'

const isWanted = () => !hasConsented() && !readSignedInHint()

/** Routes of a shared picture: their visitors came for the picture, and it fills a phone. */
const PICTURE_SEGMENTS: readonly (string | null)[] = ['image', 'share']

interface Props {
  copy: Messages['consent']
  locale: string
}

/**
 * Is shown at the bottom of every page until the visitor accepts or is signed in. Only the browser knows both: the page comes
 * with the banner, so that it need not wait for scripts, and the head's script hides it where it is not wanted.
 */
export function ConsentBanner({ copy, locale }: Props) {
  // Read with each navigation, and a sign-in ends with one. Not the address: after a rewrite the server has another one.
  const segment = useSelectedLayoutSegment()
  const isShown = useSyncExternalStore(onConsent, isWanted, () => true)
  // From here on React knows, and shows the banner again after a sign-out.
  useEffect(() => document.documentElement.removeAttribute(CONSENT_UNWANTED), [])
  return isShown && <Banner copy={copy} locale={locale} isSmall={PICTURE_SEGMENTS.includes(segment)} />
}

/**
 * It follows the page's content and sticks to the lower edge: it moves nothing when it appears, and covers nothing of a page
 * that is scrolled to its end.
 */
function Banner({ copy, locale, isSmall }: Props & { isSmall: boolean }) {
  const banner = useRef<HTMLElement>(null)
  const makesWay = useMakesWay(banner)
  const text = (
    <p className="max-w-[88ch] text-xs text-ink-soft sm:text-sm">
      {copy.text}{' '}
      <a href={`/${locale}/legal/privacy-policy`} className="text-link whitespace-nowrap text-ink">
        {copy.privacy}
      </a>
    </p>
  )
  return (
    <section
      ref={banner}
      aria-label={copy.label}
      data-asks-consent={makesWay === undefined ? 'unplaced' : ''}
      data-nosnippet=""
      inert={makesWay}
      className={clsx(
        'sticky bottom-0 z-20 mt-auto border-t border-edge bg-paper transition-opacity',
        makesWay && 'invisible opacity-0',
      )}
    >
      <div
        className={clsx(
          'wrap flex gap-x-8',
          isSmall
            ? 'items-start justify-between gap-y-1 py-1.5'
            : 'flex-col gap-y-3 py-4 md:flex-row md:items-center md:justify-between',
        )}
      >
        {isSmall ? (
          <details className="min-w-0 text-xs sm:text-sm">
            <summary className="flex min-h-11 items-center underline decoration-edge underline-offset-4">
              {copy.label}
            </summary>
            {text}
          </details>
        ) : (
          text
        )}
        <Button className="shrink-0" onClick={giveConsent}>
          {copy.accept}
        </Button>
      </div>
    </section>
  )
}
