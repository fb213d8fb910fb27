'use client'

import { useTranslations } from 'next-intl'
import { Slider } from 'radix-ui'
import { useState, type ReactNode } from 'react'
import type { HeadshotFraming } from '#contract/headshot-files.ts'
import { Picture } from '#components/product/picture.tsx'

const MIDDLE_PERCENT = 50
const STEP_PERCENT = 2

interface Props {
  before: NonNullable<HeadshotFraming['before']>
  userImageKey: string
  /** The headshot, filling its container. */
  children: ReactNode
}

/** The selfie laid over the headshot, head on head; a line that is dragged, tapped or moved by keys parts them. */
export function BeforeAfter({ before, userImageKey, children }: Props) {
  const t = useTranslations('bundles.gallery.before')
  const [percent, setPercent] = useState(MIDDLE_PERCENT)
  const { box, widthPx, heightPx } = before
  return (
    <div className="relative size-full">
      {children}
      <div
        className="absolute inset-0 overflow-hidden bg-wash"
        style={{ clipPath: `inset(0 ${100 - percent}% 0 0)` }}
      >
        <div
          className="absolute"
          style={{
            width: `${(100 * widthPx) / box.width}%`,
            height: `${(100 * heightPx) / box.height}%`,
            left: `${(-100 * box.left) / box.width}%`,
            top: `${(-100 * box.top) / box.height}%`,
          }}
        >
          <Picture
            id={`${userImageKey} before`}
            url={before.url}
            alt={t('selfie')}
            isPriority
            className="size-full max-w-none"
          />
        </div>
      </div>
      <Label className="left-2">{t('selfie')}</Label>
      <Label className="right-2">{t('headshot')}</Label>
      <div
        aria-hidden="true"
        className="absolute inset-y-0 w-0.5 -translate-x-1/2 bg-on-glow"
        style={{ left: `${percent}%` }}
      />
      <Slider.Root
        value={[percent]}
        step={STEP_PERCENT}
        onValueChange={([next = MIDDLE_PERCENT]) => setPercent(next)}
        className="absolute inset-0 flex touch-pan-y items-center"
      >
        <Slider.Track className="h-full grow cursor-ew-resize" />
        <Slider.Thumb
          aria-label={t('slider')}
          aria-valuetext={t('value', { percent })}
          className="grid size-11 cursor-ew-resize place-items-center rounded-full bg-sheet/80 text-on-glow"
        >
          <svg
            viewBox="0 0 16 16"
            aria-hidden="true"
            className="size-5"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.8"
          >
            <path d="M5.5 4 1.8 8l3.7 4M10.5 4l3.7 4-3.7 4" />
          </svg>
        </Slider.Thumb>
      </Slider.Root>
    </div>
  )
}

function Label({ className, children }: { className: string; children: string }) {
  return (
    <span
      aria-hidden="true"
      className={`absolute top-2 rounded-sm bg-sheet/80 px-2 py-0.5 text-xs font-semibold text-sheet-ink ${className}`}
    >
      {children}
    </span>
  )
}
