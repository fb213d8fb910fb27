'use client'

import { clsx } from 'clsx'
import { useTranslations } from 'next-intl'
import { memo, type KeyboardEvent, type RefObject } from 'react'
import type { Headshot } from '#contract/bundles.ts'
import { Picture } from '#components/product/picture.tsx'
import { Spinner } from '#components/ui/spinner.tsx'
import { FramesToCome, SHEET } from './gallery-layout.tsx'
import { RatingMark, Star } from './headshot-rating.tsx'

/** Frames that are surely in sight when the page opens. */
const FIRST_COUNT = 8

interface Props {
  list: RefObject<HTMLDivElement | null>
  /** What the list is called. */
  label: string
  headshots: readonly Headshot[]
  chosenKey: string
  /** Keys of headshots with a running re-roll. */
  rerolled: ReadonlySet<string>
  /** Number of frames still to come. */
  developingCount: number
  onChoose: (index: number) => void
  onKeyDown: (event: KeyboardEvent) => void
}

/** The contact sheet: one stop for the tab key, every frame with its name. */
export function GallerySheet(props: Props) {
  const { list, label, headshots, chosenKey, rerolled, developingCount, onChoose, onKeyDown } = props
  const t = useTranslations('bundles.gallery')
  return (
    // One grid for both: the content below does not depend on where a frame is.
    <div className={SHEET}>
      <div
        ref={list}
        role="listbox"
        aria-label={label}
        aria-orientation="horizontal"
        onKeyDown={onKeyDown}
        className="contents"
      >
        {headshots.map((headshot, position) => (
          <Frame
            key={headshot.userImageKey}
            headshot={headshot}
            position={position}
            total={headshots.length}
            isChosen={headshot.userImageKey === chosenKey}
            isRerolled={rerolled.has(headshot.userImageKey)}
            onChoose={() => onChoose(position)}
          />
        ))}
      </div>
      {developingCount > 0 && (
        <div className="contents">
          <FramesToCome count={developingCount} />
          <p className="sr-only">{t('developing')}</p>
        </div>
      )}
    </div>
  )
}

interface FrameProps {
  headshot: Headshot
  position: number
  total: number
  isChosen: boolean
  isRerolled: boolean
  onChoose: () => void
}

const Frame = memo(
  FrameView,
  (one, other) =>
    isSameHeadshot(one.headshot, other.headshot) &&
    one.position === other.position &&
    one.total === other.total &&
    one.isChosen === other.isChosen &&
    one.isRerolled === other.isRerolled,
)

/** Every answer signs new addresses; a frame keeps its address until it fails. */
function isSameHeadshot(one: Headshot, other: Headshot): boolean {
  return (
    one.userImageKey === other.userImageKey &&
    one.thumbnailUrl === other.thumbnailUrl &&
    one.rating === other.rating &&
    one.isFavourite === other.isFavourite
  )
}

function FrameView({ headshot, position, total, isChosen, isRerolled, onChoose }: FrameProps) {
  const t = useTranslations('bundles.gallery')
  const { rating, isFavourite, passed } = headshot
  const name = { index: position + 1, total }
  const rated = t(`rated.${rating}`, { name: passed ? t('item', name) : t('itemFailed', name) })
  const favoured = isFavourite ? t('rated.favourite', { name: rated }) : rated
  return (
    <div
      role="option"
      aria-selected={isChosen}
      aria-label={isRerolled ? t('rated.rerolled', { name: favoured }) : favoured}
      tabIndex={isChosen ? 0 : -1}
      onClick={onChoose}
      className={clsx(
        // Frames out of view are neither laid out nor painted, at a size that keeps the scroll bar still.
        'relative aspect-4/5 cursor-pointer overflow-hidden rounded-sm bg-wash [content-visibility:auto] [contain-intrinsic-size:auto_6rem_auto_7.5rem]',
        isChosen && 'outline-3 outline-offset-2 outline-accent',
      )}
    >
      <Picture
        id={headshot.userImageKey}
        url={headshot.thumbnailUrl}
        alt=""
        isPriority={position < FIRST_COUNT}
        fallback={<span className="block size-full" />}
        className={clsx('size-full object-cover', isRerolled && 'brightness-50')}
      />
      {isRerolled && (
        <span className="absolute inset-0 grid place-items-center text-sheet-ink">
          <Spinner />
        </span>
      )}
      {rating !== 'none' && (
        <span className="absolute right-1 bottom-1 rounded-sm bg-sheet/80 px-1.5 py-1 text-sheet-ink">
          <RatingMark rating={rating} className="h-3.5" />
        </span>
      )}
      {isFavourite && (
        <span className="absolute top-1 right-1 rounded-sm bg-sheet/80 p-1 text-film-ink">
          <Star className="size-4" />
        </span>
      )}
    </div>
  )
}
