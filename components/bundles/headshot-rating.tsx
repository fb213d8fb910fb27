'use client'

import { clsx } from 'clsx'
import { useTranslations } from 'next-intl'
import type { HeadshotRating } from '#contract/bundles.ts'
import { Button } from '#components/ui/button.tsx'

/** The keys that rate from anywhere in the gallery. */
const RATING_BY_KEY: Readonly<Record<string, HeadshotRating>> = { 1: 'none', 2: 'liked', 3: 'loved' }

export function ratingOfKey(key: string): HeadshotRating | undefined {
  return Object.hasOwn(RATING_BY_KEY, key) ? RATING_BY_KEY[key] : undefined
}

interface Props {
  rating: HeadshotRating
  onRate: (rating: HeadshotRating) => void
}

/** Two buttons; the one that is on takes the rating back. */
export function HeadshotRatingButtons({ rating, onRate }: Props) {
  const t = useTranslations('bundles.gallery.rating')
  return (
    <div role="group" aria-label={t('group')} className="mb-4 grid grid-cols-2 gap-2">
      {(['liked', 'loved'] as const).map((value) => (
        <Button
          key={value}
          variant="secondary"
          aria-pressed={rating === value}
          onClick={() => onRate(rating === value ? 'none' : value)}
          className={clsx(rating === value && 'border-ink bg-wash ring-1 ring-ink')}
        >
          <RatingMark rating={value} isOn={rating === value} className="size-4 shrink-0" />
          {t(value)}
        </Button>
      ))}
    </div>
  )
}

/** One heart for liked, two for loved; nothing for none. */
export function RatingMark({
  rating,
  isOn = true,
  className,
}: {
  rating: HeadshotRating
  isOn?: boolean
  className?: string
}) {
  if (rating === 'none') return null
  return (
    <svg
      viewBox={rating === 'liked' ? '0 0 16 16' : '0 0 22 16'}
      aria-hidden="true"
      className={clsx(className, rating === 'loved' && 'w-auto')}
      fill={isOn ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinejoin="round"
    >
      {rating === 'loved' && <path d={HEART} transform="translate(6 0)" />}
      <path d={HEART} className={clsx(rating === 'loved' && !isOn && 'fill-paper')} />
    </svg>
  )
}

const HEART = 'M8 13.6 2.9 8.6a3.2 3.2 0 0 1 4.5-4.5L8 4.7l.6-.6a3.2 3.2 0 0 1 4.5 4.5Z'
