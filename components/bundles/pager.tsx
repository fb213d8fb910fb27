'use client'

import { useTranslations } from 'next-intl'
import { Button } from '#components/ui/button.tsx'

interface Props {
  /** From 1. */
  position: number
  total: number
  onMove: (step: 1 | -1) => void
}

/** From picture to picture without going back to the sheet, which on a phone is a screen away. */
export function Pager({ position, total, onMove }: Props) {
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

/** At the end it keeps its place and the focus, and has no effect. */
export function PagerButton({ label, isAtEnd, onClick, path }: PagerButtonProps) {
  return (
    <Button
      variant="secondary"
      aria-label={label}
      aria-disabled={isAtEnd || undefined}
      onClick={() => {
        if (!isAtEnd) onClick()
      }}
      className="px-0! aria-disabled:opacity-40"
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
