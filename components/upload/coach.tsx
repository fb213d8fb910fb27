'use client'

import { useTranslations } from 'next-intl'
import { SELFIE_MIN_ACCEPTED } from '#contract/limits.ts'
import { isInUse, type AdviceCode, type SelfieCoach } from '#contract/selfies.ts'
import { Skeleton } from '#components/ui/skeleton.tsx'
import type { Tile } from './tiles.ts'

interface Props {
  /** Undefined while loading. */
  coach: SelfieCoach | undefined
  tiles: readonly Tile[]
  /** Whether a style can be chosen on the same page. */
  hasStyles?: boolean
}

/** The one sentence that says which picture would help most next. */
export function Coach({ coach, tiles, hasStyles = true }: Props) {
  const t = useTranslations('upload.coach')
  if (!coach) return <Skeleton className="h-46" />
  const code = nextAdvice(coach)
  const acceptedCount = tiles.filter(isInUse).length
  return (
    <div className="border-l-2 border-accent pl-4">
      <p className="text-sm text-ink-soft">{t('label')}</p>
      {/* Room for the longest text, so that the content below stays in place from one picture to the next. */}
      <p aria-live="polite" className="min-h-[4lh] text-lg leading-snug font-semibold text-balance">
        {code === null ? t('done') : t(`advice.${code}`)}
      </p>
      <div className="mt-1 min-h-12">
        {hasOnlyRefusals(tiles) && <p className="text-sm text-ink-soft">{t('fixed')}</p>}
        {hasStyles && acceptedCount >= SELFIE_MIN_ACCEPTED && (
          <a href="#styles" className="inline-flex min-h-11 items-center text-link">
            {t('toStyles')}
          </a>
        )}
      </div>
    </div>
  )
}

/** Null when the advised number is reached and no trait is missing. */
export function nextAdvice({ advice, advisedCount }: SelfieCoach): AdviceCode | null {
  const code = advice[0]?.code ?? null
  return code === 'change_scene' && advisedCount === 0 ? null : code
}

/** Selfies were refused, too few are good, and none is being checked: the reasons below the pictures help most. */
function hasOnlyRefusals(tiles: readonly Tile[]): boolean {
  const refused = tiles.filter(({ state }) => state === 'rejected' || state === 'failed')
  const accepted = tiles.filter(({ state }) => state === 'accepted')
  return (
    refused.length > 0 &&
    accepted.length < SELFIE_MIN_ACCEPTED &&
    refused.length + accepted.length === tiles.length
  )
}
