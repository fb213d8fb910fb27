'use client'

import { clsx } from 'clsx'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import type { Headshot } from '#contract/bundles.ts'

/** Lists offered above the sheet: all passed headshots, and rated ones. */
const OFFERED = ['passed', 'rated'] as const
/** Offered below the sheet: headshots that did not pass. */
export type Shown = (typeof OFFERED)[number] | 'rejected'
export type ShownLists = Readonly<Record<Shown, readonly Headshot[]>>

export function shownOf(headshots: readonly Headshot[]): ShownLists {
  const passed = headshots.filter((headshot) => headshot.passed)
  return {
    passed,
    rated: passed.filter(({ rating, isFavourite }) => rating !== 'none' || isFavourite),
    rejected: headshots.filter((headshot) => !headshot.passed),
  }
}

interface Props {
  shown: Shown
  onChange: (shown: Shown) => void
  lists: ShownLists
  /** Actions on all headshots, on the right. */
  children?: ReactNode
}

export function GalleryFilter({ shown, onChange, lists, children }: Props) {
  const t = useTranslations('bundles.gallery')
  const options = OFFERED.filter((value) => value === 'passed' || lists[value].length > 0)
  // With a single list there is no choice, and the title shows the count.
  const hasChoice = options.length > 1 || shown === 'rejected'
  return (
    <div className="mt-6 flex flex-wrap items-center justify-between gap-2 border-y border-hairline py-2">
      {hasChoice && (
        <div role="group" aria-label={t('filter')} className="flex flex-wrap gap-2">
          {options.map((value) => (
            <button
              key={value}
              type="button"
              aria-pressed={shown === value}
              onClick={() => onChange(value)}
              className={clsx(
                'flex min-h-11 items-center gap-2 rounded-sm px-3 text-sm first:-ml-3 hover:bg-wash',
                shown === value ? 'font-bold' : 'text-ink-soft',
              )}
            >
              {t(`shown.${value}`)}
              <span className="tabular-nums">{lists[value].length}</span>
            </button>
          ))}
        </div>
      )}
      <div className="ml-auto">{children}</div>
    </div>
  )
}
