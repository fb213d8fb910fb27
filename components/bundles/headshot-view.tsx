'use client'

import { useFormatter, useTranslations } from 'next-intl'
import type { RefObject } from 'react'
import type { GateReason, Headshot, HeadshotRating } from '#contract/bundles.ts'
import { Picture } from '#components/product/picture.tsx'
import { Button, ButtonLink } from '#components/ui/button.tsx'
import { HeadshotRatingButtons } from './headshot-rating.tsx'

const BYTES_PER_KILOBYTE = 1000

interface Props {
  headshot: Headshot
  position: number
  total: number
  /** Where the large picture stands, for bringing it into sight. */
  picture: RefObject<HTMLDivElement | null>
  /** One forward or one back. */
  onMove: (step: 1 | -1) => void
  onRate: (rating: HeadshotRating) => void
}

/** The chosen headshot, large, and its file. */
export function HeadshotView({ headshot, position, total, picture, onMove, onRate }: Props) {
  const t = useTranslations('bundles.gallery')
  const format = useFormatter()
  const { width, height, sizeBytes } = headshot
  const likeness = format.number(headshot.likeness, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  const size = format.number(Math.round(sizeBytes / BYTES_PER_KILOBYTE), { style: 'unit', unit: 'kilobyte' })
  return (
    <figure className="md:sticky md:top-6">
      <div
        ref={picture}
        tabIndex={-1}
        className="overflow-hidden rounded-sm bg-wash"
        style={{ aspectRatio: `${width} / ${height}` }}
      >
        <Picture
          id={headshot.userImageKey}
          url={headshot.imageUrl}
          alt={t('item', { index: position, total, likeness })}
          isPriority
          fallback={<p className="grid size-full place-items-center p-6 text-center">{t('imageFailed')}</p>}
          className="size-full object-cover"
        />
      </div>
      <figcaption className="mt-2">
        <Pager position={position} total={total} onMove={onMove} />
        <HeadshotRatingButtons rating={headshot.rating} onRate={onRate} />
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
          <ButtonLink href={headshot.downloadUrl} download size="lg" block>
            {t('download')}
          </ButtonLink>
          <p className="text-sm text-ink-soft tabular-nums">
            <span className="block font-semibold text-ink">{t('likeness', { value: likeness })}</span>
            {t('fileInfo', { width: String(width), height: String(height), size })}
          </p>
        </div>
        {!headshot.passed && <Reasons reasons={headshot.reasons} />}
        <ul className="mt-4 hidden flex-wrap gap-x-5 gap-y-2 text-sm text-ink-soft lg:flex">
          <Keys names={['←', '→']}>{t('keysMove')}</Keys>
          <Keys names={['Home', 'End']}>{t('keysEnds')}</Keys>
          <Keys names={['1', '2', '3']}>{t('rating.keys')}</Keys>
        </ul>
        <p className="mt-4 border-t border-hairline pt-4 text-sm text-ink-soft">{t('note')}</p>
      </figcaption>
    </figure>
  )
}

/** From picture to picture without going back to the sheet, which on a phone is a screen away. */
function Pager({ position, total, onMove }: Pick<Props, 'position' | 'total' | 'onMove'>) {
  const t = useTranslations('bundles.gallery')
  if (total === 1) return null
  return (
    <div className="mb-3 flex items-center justify-between">
      <PagerButton
        label={t('previous')}
        isAtEnd={position === 1}
        onClick={() => onMove(-1)}
        path="M10 2.5 4.5 8l5.5 5.5"
      />
      <p className="text-sm text-ink-soft tabular-nums">{t('position', { index: position, total })}</p>
      <PagerButton
        label={t('next')}
        isAtEnd={position === total}
        onClick={() => onMove(1)}
        path="M6 2.5 11.5 8 6 13.5"
      />
    </div>
  )
}

interface PagerButtonProps {
  label: string
  isAtEnd: boolean
  onClick: () => void
  path: string
}

/** At the end it keeps its place and the focus, and does nothing. */
function PagerButton({ label, isAtEnd, onClick, path }: PagerButtonProps) {
  return (
    <Button
      variant="secondary"
      aria-label={label}
      aria-disabled={isAtEnd || undefined}
      onClick={() => {
        if (!isAtEnd) onClick()
      }}
      className="px-0 aria-disabled:opacity-40"
    >
      <svg
        viewBox="0 0 16 16"
        aria-hidden="true"
        className="size-4"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
      >
        <path d={path} />
      </svg>
    </Button>
  )
}

/** What the gate found; older headshots may have nothing on record. */
function Reasons({ reasons }: { reasons: readonly GateReason[] }) {
  const t = useTranslations()
  if (reasons.length === 0) return null
  return (
    <div className="mt-5 border-l-2 border-accent pl-4">
      <h2 className="text-sm font-semibold tracking-normal">{t('bundles.gallery.why')}</h2>
      <ul className="mt-1 text-ink-soft">
        {reasons.map((reason) => (
          <li key={reason}>{t(`headshotReasons.${reason}`)}</li>
        ))}
      </ul>
    </div>
  )
}

function Keys({ names, children }: { names: readonly string[]; children: string }) {
  return (
    <li className="flex items-center gap-2">
      {names.map((name) => (
        <kbd
          key={name}
          className="rounded-sm border border-hairline bg-wash px-1.5 font-sans text-xs text-ink"
        >
          {name}
        </kbd>
      ))}
      {children}
    </li>
  )
}
