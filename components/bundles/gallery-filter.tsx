'use client'

import { clsx } from 'clsx'
import { useTranslations } from 'next-intl'

export type Shown = 'passed' | 'rejected'

interface Props {
  shown: Shown
  onChange: (shown: Shown) => void
  passedCount: number
  rejectedCount: number
}

export function GalleryFilter({ shown, onChange, passedCount, rejectedCount }: Props) {
  const t = useTranslations('bundles.gallery')
  const options = [
    { value: 'passed', label: t('all'), count: passedCount },
    { value: 'rejected', label: t('rejected'), count: rejectedCount },
  ] as const
  return (
    <div
      role="group"
      aria-label={t('filter')}
      className="mt-6 flex flex-wrap gap-2 border-y border-hairline py-2"
    >
      {options.map(({ value, label, count }) => (
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
          {label}
          <span className="tabular-nums">{count}</span>
        </button>
      ))}
    </div>
  )
}
