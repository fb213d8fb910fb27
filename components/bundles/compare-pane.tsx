'use client'

import { useTranslations } from 'next-intl'
import type { Headshot } from '#contract/bundles.ts'
import { Button } from '#components/ui/button.tsx'
import { LargePicture } from './large-picture.tsx'
import { PagerButton } from './pager.tsx'
import type { SharedZoom } from './use-shared-zoom.ts'

interface Props {
  side: 0 | 1
  headshot: Headshot
  position: number
  total: number
  zoom: SharedZoom
  canMove: { back: boolean; on: boolean }
  onMove: (step: 1 | -1) => void
  onTake: () => void
}

/** One of the two headshots, with buttons to change it and to pick it. */
export function ComparePane({ side, headshot, position, total, zoom, canMove, onMove, onTake }: Props) {
  const t = useTranslations('bundles.gallery')
  const label = t(side === 0 ? 'compare.left' : 'compare.right')
  return (
    <section aria-label={label} className="min-w-0">
      <div
        role="group"
        tabIndex={0}
        aria-label={t('compare.picture', { side: label })}
        className="touch-pan-y overflow-hidden rounded-sm bg-wash data-[large=true]:cursor-grab data-[large=true]:touch-none"
        data-large={zoom.scale > 1}
        style={{ aspectRatio: `${headshot.width} / ${headshot.height}` }}
        {...zoom.handlers}
      >
        <div className="size-full" style={{ transform: zoom.transform }}>
          <LargePicture headshot={headshot} name={t('item', { index: position, total })} />
        </div>
      </div>
      <div className="mt-2 flex items-center justify-between gap-1">
        <PagerButton
          label={t('compare.previous', { side: label })}
          isAtEnd={!canMove.back}
          onClick={() => onMove(-1)}
          path="M10 2.5 4.5 8l5.5 5.5"
        />
        <p className="text-center text-sm text-ink-soft tabular-nums">
          {t('position', { index: position, total })}
        </p>
        <PagerButton
          label={t('compare.next', { side: label })}
          isAtEnd={!canMove.on}
          onClick={() => onMove(1)}
          path="M6 2.5 11.5 8 6 13.5"
        />
      </div>
      <Button
        onClick={onTake}
        className="mt-2 w-full px-2!"
        aria-label={t('compare.takeNamed', { side: label })}
      >
        {t('compare.take')}
      </Button>
    </section>
  )
}
