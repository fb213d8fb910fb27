'use client'

import { useTranslations } from 'next-intl'
import dynamic from 'next/dynamic'
import { useRef, type PointerEvent, type RefObject } from 'react'
import type { Headshot } from '#contract/bundles.ts'
import { useFraming } from '#components/finishing/use-framing.ts'
import { Spinner } from '#components/ui/spinner.tsx'
import { LargePicture } from './large-picture.tsx'

// Its slider is a library of its own.
const BeforeAfter = dynamic(() => import('./before-after.tsx').then((loaded) => loaded.BeforeAfter))

const SWIPE_PX = 48
const STEP_BY_KEY: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowLeft: -1 }

interface Props {
  headshot: Headshot
  /** What the picture is called. */
  name: string
  /** The large picture's element, for scrolling it into view. */
  picture: RefObject<HTMLDivElement | null>
  /** Whether its selfie is laid over it. */
  isBefore: boolean
  onMove: (step: 1 | -1) => void
}

/** The large picture: swept aside on a phone, or parted from its selfie by a line. */
export function HeadshotStage({ headshot, name, picture, isBefore, onMove }: Props) {
  const t = useTranslations('bundles.gallery')
  const { userImageKey, width, height } = headshot
  const { framing, error } = useFraming(isBefore ? userImageKey : null)
  const swipe = useSwipe(onMove)
  const large = <LargePicture headshot={headshot} name={name} />
  const before = isBefore ? framing?.before : null
  return (
    <>
      <div
        ref={picture}
        tabIndex={-1}
        className="relative touch-pan-y overflow-hidden rounded-sm bg-wash"
        style={{ aspectRatio: `${width} / ${height}` }}
        onKeyDown={(event) => {
          const step = STEP_BY_KEY[event.key]
          if (!step || event.defaultPrevented || event.target !== event.currentTarget) return
          event.preventDefault()
          onMove(step)
        }}
        {...(before ? {} : swipe)}
      >
        {before ? (
          <BeforeAfter before={before} userImageKey={userImageKey}>
            {large}
          </BeforeAfter>
        ) : (
          large
        )}
        {isBefore && !framing && error === undefined && (
          <span className="absolute inset-0 grid place-items-center text-ink">
            <Spinner />
          </span>
        )}
      </div>
      <p role="status" className={isBefore && framing && !before ? 'mt-2 text-sm text-ink-soft' : 'sr-only'}>
        {isBefore && framing && !before && t('before.gone')}
        {isBefore && error !== undefined && t('before.failed')}
      </p>
    </>
  )
}

/** A finger that goes sideways turns the page; up and down scrolls as ever. */
function useSwipe(onMove: (step: 1 | -1) => void) {
  const start = useRef<{ x: number; y: number }>(undefined)
  return {
    onPointerDown(event: PointerEvent) {
      if (event.pointerType === 'touch') start.current = { x: event.clientX, y: event.clientY }
    },
    onPointerUp(event: PointerEvent) {
      const from = start.current
      start.current = undefined
      if (!from) return
      const [across, down] = [event.clientX - from.x, event.clientY - from.y]
      if (Math.abs(across) > SWIPE_PX && Math.abs(across) > 2 * Math.abs(down)) onMove(across < 0 ? 1 : -1)
    },
    onPointerCancel() {
      start.current = undefined
    },
  }
}
