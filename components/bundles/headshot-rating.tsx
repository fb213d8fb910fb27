'use client'

import { clsx } from 'clsx'
import { useTranslations } from 'next-intl'
import type { HeadshotRating } from '#contract/bundles.ts'
import { Button } from '#components/ui/button.tsx'

interface Props {
  rating: HeadshotRating
  isFavourite: boolean
  onRate: (rating: HeadshotRating) => void
  onFavour: (isFavourite: boolean) => void
}

/** Like, love and the one favourite; a button that is on takes its word back. */
export function HeadshotRatingButtons({ rating, isFavourite, onRate, onFavour }: Props) {
  const t = useTranslations('bundles.gallery.rating')
  return (
    <div role="group" aria-label={t('group')} className="mb-4 grid grid-cols-3 gap-2">
      {(['liked', 'loved'] as const).map((value) => (
        <Toggle key={value} isOn={rating === value} onClick={() => onRate(rating === value ? 'none' : value)}>
          <RatingMark rating={value} isOn={rating === value} className="size-4 shrink-0" />
          {t(value)}
        </Toggle>
      ))}
      <Toggle isOn={isFavourite} onClick={() => onFavour(!isFavourite)}>
        <Star isOn={isFavourite} className="size-4 shrink-0" />
        {t('favourite')}
      </Toggle>
    </div>
  )
}

interface ToggleProps {
  isOn: boolean
  onClick: () => void
  children: React.ReactNode
}

/** Icon above label, so that three fit in a row on the narrowest phone in every language. */
function Toggle({ isOn, onClick, children }: ToggleProps) {
  return (
    <Button
      variant="secondary"
      aria-pressed={isOn}
      onClick={onClick}
      className={clsx(
        'min-w-0 flex-col gap-1! px-1! leading-tight hyphens-auto sm:flex-row sm:gap-2!',
        isOn && 'border-ink bg-wash ring-1 ring-ink',
      )}
    >
      {children}
    </Button>
  )
}

/** One heart for liked, two for loved; empty for none. */
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

export function Star({ isOn = true, className }: { isOn?: boolean; className?: string }) {
  return (
    <svg
      viewBox="0 0 16 16"
      aria-hidden="true"
      className={className}
      fill={isOn ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinejoin="round"
    >
      <path d="m8 1.8 1.9 4 4.4.6-3.2 3 .8 4.3L8 11.6l-3.9 2.1.8-4.3-3.2-3 4.4-.6Z" />
    </svg>
  )
}

const HEART = 'M8 13.6 2.9 8.6a3.2 3.2 0 0 1 4.5-4.5L8 4.7l.6-.6a3.2 3.2 0 0 1 4.5 4.5Z'
