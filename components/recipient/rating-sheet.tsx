'use client'

import { clsx } from 'clsx'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import type { HeadshotRating } from '#contract/bundles.ts'
import type { SharedHeadshot } from '#contract/sharing.ts'
import { RatingMark } from '#components/bundles/headshot-rating.tsx'
import { CallErrorNotice } from '#components/product/call-error-notice.tsx'
import { Picture } from '#components/product/picture.tsx'
import { Button } from '#components/ui/button.tsx'
import { browserClient } from '#lib/session/browser-session.ts'
import { meansBroken } from './open-visit.ts'

/** Shown before the user asks for all of them. */
const FIRST_COUNT = 12

interface Props {
  headshots: readonly SharedHeadshot[]
  token: string
  onBroken: () => void
}

/** Every headshot with two hearts; a rating shows at once, and is reverted where it could not be stored. */
export function RatingSheet({ headshots, token, onBroken }: Props) {
  const t = useTranslations('recipient.rate')
  const [isWhole, setWhole] = useState(false)
  const [given, setGiven] = useState<ReadonlyMap<string, HeadshotRating>>(new Map())
  const [error, setError] = useState<unknown>()
  const shown = isWhole ? headshots : headshots.slice(0, FIRST_COUNT)

  async function rate({ userImageKey, rating: before }: SharedHeadshot, rating: HeadshotRating) {
    const kept = given.get(userImageKey) ?? before
    const show = (value: HeadshotRating) => setGiven((all) => new Map(all).set(userImageKey, value))
    show(rating)
    setError(undefined)
    try {
      await browserClient().call('rateSharedHeadshot', { query: { token }, body: { userImageKey, rating } })
    } catch (failure) {
      show(kept)
      if (meansBroken(failure)) onBroken()
      else setError(failure)
    }
  }

  return (
    <section aria-labelledby="rate-title" className="border-t border-hairline pt-8">
      <h2 id="rate-title" className="text-xl">
        {t('title')}
      </h2>
      <p className="mt-2 measure text-ink-soft">{t('lead')}</p>
      {error !== undefined && <CallErrorNotice error={error} title={t('failed')} className="mt-4" />}
      <ul className="mt-5 grid grid-cols-2 gap-x-2 gap-y-5 sm:grid-cols-3 sm:gap-x-4 lg:grid-cols-6">
        {shown.map((headshot, index) => (
          <li key={headshot.userImageKey}>
            <div className="aspect-4/5 overflow-hidden rounded-sm bg-wash">
              <Picture
                id={headshot.userImageKey}
                url={headshot.thumbnailUrl}
                alt={t('picture', { index: index + 1 })}
                fallback={<span className="block size-full" />}
                className="size-full object-cover"
              />
            </div>
            <Hearts
              index={index + 1}
              rating={given.get(headshot.userImageKey) ?? headshot.rating}
              onRate={(rating) => void rate(headshot, rating)}
            />
          </li>
        ))}
      </ul>
      {!isWhole && headshots.length > FIRST_COUNT && (
        <p className="mt-6">
          <Button variant="secondary" onClick={() => setWhole(true)}>
            {t('all', { count: headshots.length })}
          </Button>
        </p>
      )}
    </section>
  )
}

interface HeartsProps {
  index: number
  rating: HeadshotRating
  onRate: (rating: HeadshotRating) => void
}

/** Two toggles; the one that is on takes the rating back. */
function Hearts({ index, rating, onRate }: HeartsProps) {
  const t = useTranslations('recipient.rate')
  return (
    <div role="group" aria-label={t('group', { index })} className="mt-1.5 grid grid-cols-2 gap-1.5">
      {(['liked', 'loved'] as const).map((value) => (
        <Button
          key={value}
          variant="secondary"
          aria-label={t(value)}
          aria-pressed={rating === value}
          onClick={() => onRate(rating === value ? 'none' : value)}
          className={clsx('px-0', rating === value && 'border-ink bg-wash ring-1 ring-ink')}
        >
          <RatingMark rating={value} isOn={rating === value} className="h-4.5" />
        </Button>
      ))}
    </div>
  )
}
