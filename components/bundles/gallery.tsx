'use client'

import { clsx } from 'clsx'
import { useFormatter, useTranslations } from 'next-intl'
import { useRef, useState, type KeyboardEvent } from 'react'
import type { Headshot, HeadshotRating } from '#contract/bundles.ts'
import { Picture } from '#components/product/picture.tsx'
import { RatingMark, ratingOfKey } from './headshot-rating.tsx'
import { HeadshotView } from './headshot-view.tsx'

interface Props {
  /** Best first, at least one. */
  headshots: readonly Headshot[]
  /** Frames that are still to come. */
  developingCount: number
  onRate: (headshot: Headshot, rating: HeadshotRating) => void
}

/**
 * The contact sheet and the chosen frame, large. Arrows, Home and End move through the sheet; Enter and Space lead to
 * the large picture, as a tap does where it is out of sight; 1, 2 and 3 rate.
 */
export function Gallery({ headshots, developingCount, onRate }: Props) {
  const t = useTranslations('bundles.gallery')
  const format = useFormatter()
  // Until somebody chooses, the best of what is there is shown, although better ones may still come.
  const [chosenKey, setChosenKey] = useState<string>()
  const list = useRef<HTMLDivElement>(null)
  const picture = useRef<HTMLDivElement>(null)
  const index = Math.max(
    0,
    headshots.findIndex(({ userImageKey }) => userImageKey === chosenKey),
  )
  const chosen = headshots[index]
  if (!chosen) return null

  function choose(next: number, shouldFocus: boolean) {
    const headshot = headshots[Math.min(headshots.length - 1, Math.max(0, next))]
    if (!headshot) return
    setChosenKey(headshot.userImageKey)
    const option = list.current?.querySelectorAll<HTMLElement>('[role=option]')[headshots.indexOf(headshot)]
    if (shouldFocus) option?.focus({ preventScroll: false })
  }

  function open() {
    picture.current?.focus({ preventScroll: true })
    picture.current?.scrollIntoView({ block: 'nearest' })
  }

  function rateByKey(event: KeyboardEvent, headshot: Headshot) {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const rating = ratingOfKey(event.key)
    if (rating) onRate(headshot, rating)
  }

  function move(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      open()
      return
    }
    const next = targetOf(event.key, index, columnsOf(list.current), headshots.length)
    if (next === undefined) return
    event.preventDefault()
    choose(next, true)
  }

  return (
    <div
      className="mt-8 grid gap-8 md:grid-cols-12 lg:gap-10"
      onKeyDown={(event) => rateByKey(event, chosen)}
    >
      <div className="md:col-span-6 lg:col-span-7">
        <div
          ref={list}
          role="listbox"
          aria-label={t('list')}
          aria-orientation="horizontal"
          onKeyDown={move}
          className="grid grid-cols-4 gap-1.5 sm:gap-2"
        >
          {headshots.map((headshot, position) => {
            const isChosen = headshot.userImageKey === chosen.userImageKey
            const likeness = format.number(headshot.likeness, {
              minimumFractionDigits: 2,
              maximumFractionDigits: 2,
            })
            const name = { index: position + 1, total: headshots.length, likeness }
            return (
              <div
                key={headshot.userImageKey}
                role="option"
                aria-selected={isChosen}
                aria-label={t(`rated.${headshot.rating}`, {
                  name: headshot.passed ? t('item', name) : t('itemFailed', name),
                })}
                tabIndex={isChosen ? 0 : -1}
                onClick={() => {
                  choose(position, false)
                  picture.current?.scrollIntoView({ block: 'nearest' })
                }}
                className={clsx(
                  'relative aspect-4/5 cursor-pointer overflow-hidden rounded-sm bg-wash',
                  isChosen && 'outline-3 outline-offset-2 outline-accent',
                )}
              >
                <Picture
                  id={headshot.userImageKey}
                  url={headshot.thumbnailUrl}
                  alt=""
                  isPriority={position < 8}
                  fallback={<span className="block size-full" />}
                  className="size-full object-cover"
                />
                <span
                  aria-hidden="true"
                  className="absolute bottom-1 left-1 rounded-sm bg-sheet/80 px-1.5 py-0.5 text-xs font-semibold text-sheet-ink tabular-nums"
                >
                  {likeness}
                </span>
                {headshot.rating !== 'none' && (
                  <span className="absolute right-1 bottom-1 rounded-sm bg-sheet/80 px-1.5 py-1 text-sheet-ink">
                    <RatingMark rating={headshot.rating} className="h-3.5" />
                  </span>
                )}
              </div>
            )
          })}
        </div>
        {developingCount > 0 && <Developing count={developingCount} />}
        <p className="mt-4 text-sm text-ink-soft">{t('whatIsLikeness')}</p>
      </div>
      <div className="order-first md:order-none md:col-span-6 lg:col-span-5">
        <HeadshotView
          headshot={chosen}
          position={index + 1}
          total={headshots.length}
          picture={picture}
          onMove={(step) => choose(index + step, false)}
          onRate={(rating) => onRate(chosen, rating)}
        />
      </div>
    </div>
  )
}

function Developing({ count }: { count: number }) {
  const t = useTranslations('bundles.gallery')
  return (
    <div className="mt-1.5 grid grid-cols-4 gap-1.5 sm:mt-2 sm:gap-2">
      {Array.from({ length: count }, (_, index) => (
        <div key={index} aria-hidden="true" className="aspect-4/5 animate-shimmer rounded-sm bg-hairline" />
      ))}
      <p className="sr-only">{t('developing')}</p>
    </div>
  )
}

/** Where a key leads from `index`, or undefined for keys that mean nothing here. */
export function targetOf(key: string, index: number, columns: number, count: number): number | undefined {
  const last = count - 1
  switch (key) {
    case 'ArrowRight':
      return Math.min(last, index + 1)
    case 'ArrowLeft':
      return Math.max(0, index - 1)
    case 'ArrowDown':
      return index + columns > last ? index : index + columns
    case 'ArrowUp':
      return index - columns < 0 ? index : index - columns
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return undefined
  }
}

const DEFAULT_COLUMNS = 4

function columnsOf(list: HTMLElement | null): number {
  if (!list) return DEFAULT_COLUMNS
  const tracks = getComputedStyle(list)
    .gridTemplateColumns.split(' ')
    .filter((track) => track.endsWith('px'))
  return tracks.length || DEFAULT_COLUMNS
}
