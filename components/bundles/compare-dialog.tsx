'use client'

import { useFormatter, useTranslations } from 'next-intl'
import { useState } from 'react'
import type { Headshot } from '#contract/bundles.ts'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { ComparePane } from './compare-pane.tsx'
import { useSharedZoom } from './use-shared-zoom.ts'

interface Props {
  isOpen: boolean
  headshots: readonly Headshot[]
  /** The chosen headshot; another is shown beside it. */
  firstKey: string
  onClose: () => void
  /** The one that is preferred of the two. */
  onDecide: (headshot: Headshot) => void
}

/** Two headshots side by side, enlarged together; one of them is taken. */
export function CompareDialog({ isOpen, headshots, firstKey, onClose, onDecide }: Props) {
  const t = useTranslations()
  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      title={t('bundles.gallery.compare.title')}
      closeLabel={t('ui.close')}
      full
    >
      <Compare headshots={headshots} firstKey={firstKey} onDecide={onDecide} />
    </Dialog>
  )
}

function Compare({ headshots, firstKey, onDecide }: Pick<Props, 'headshots' | 'firstKey' | 'onDecide'>) {
  const t = useTranslations('bundles.gallery.compare')
  const format = useFormatter()
  const [sides, setSides] = useState<readonly [number, number]>(() => {
    const first = Math.max(
      0,
      headshots.findIndex(({ userImageKey }) => userImageKey === firstKey),
    )
    return [first, first === 0 ? 1 : 0]
  })
  const zoom = useSharedZoom()
  const [left, right] = sides

  /** Shows on one side the next headshot that is not on the other. */
  function move(side: 0 | 1, step: 1 | -1) {
    const next = nextBeside(sides[side], sides[side === 0 ? 1 : 0], step, headshots.length)
    if (next !== undefined) setSides(side === 0 ? [next, right] : [left, next])
  }

  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <Button
          variant="secondary"
          onClick={() => zoom.change(-1)}
          aria-label={t('zoomOut')}
          aria-disabled={zoom.isLeast || undefined}
        >
          −
        </Button>
        <span aria-live="polite" className="w-14 text-center text-sm tabular-nums">
          {format.number(zoom.scale, { style: 'percent' })}
        </span>
        <Button
          variant="secondary"
          onClick={() => zoom.change(1)}
          aria-label={t('zoomIn')}
          aria-disabled={zoom.isMost || undefined}
        >
          +
        </Button>
        <Button variant="quiet" className="px-1!" onClick={() => setSides([right, left])}>
          {t('swap')}
        </Button>
        {zoom.scale > 1 && <p className="text-sm text-ink-soft">{t('drag')}</p>}
      </div>
      <div
        // As wide as two pictures can be with the buttons under them in sight.
        className="mx-auto grid max-w-[max(18rem,calc((100dvh-23rem)*1.6))] grid-cols-2 gap-2 sm:gap-6"
      >
        {([0, 1] as const).map((side) => {
          const index = sides[side]
          const headshot = headshots[index]
          if (!headshot) return null
          return (
            <ComparePane
              key={side}
              side={side}
              headshot={headshot}
              position={index + 1}
              total={headshots.length}
              zoom={zoom}
              canMove={{
                back: nextBeside(index, sides[side === 0 ? 1 : 0], -1, headshots.length) !== undefined,
                on: nextBeside(index, sides[side === 0 ? 1 : 0], 1, headshots.length) !== undefined,
              }}
              onMove={(step) => move(side, step)}
              onTake={() => onDecide(headshot)}
            />
          )
        })}
      </div>
    </>
  )
}

/** The next place from `index`, leaving out the one that the other side shows; undefined at the end. */
export function nextBeside(index: number, other: number, step: 1 | -1, count: number): number | undefined {
  const next = index + step === other ? other + step : index + step
  return next < 0 || next >= count ? undefined : next
}
