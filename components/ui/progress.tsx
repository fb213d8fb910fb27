'use client'

import { clsx } from 'clsx'
import { useId, type ReactNode } from 'react'

export interface ProgressProps {
  label: ReactNode
  /** 0..100, or null while unknown. */
  value: number | null
  /** The value in the page's language ("42 %", "3 of 12"); shown and announced. */
  valueText?: string
  /** Under the bar: the stage, the time left. */
  detail?: ReactNode
  /** Bar only; the label stays for assistive technology. */
  bare?: boolean
  className?: string
}

export function Progress({ label, value, valueText, detail, bare = false, className }: ProgressProps) {
  const id = useId()
  const share = value === null ? null : Math.min(100, Math.max(0, value))
  return (
    <div className={className}>
      <div className={bare ? 'sr-only' : 'mb-2 flex items-baseline justify-between gap-4'}>
        <span id={id} className="font-semibold">
          {label}
        </span>
        {valueText && (
          <span aria-hidden="true" className="text-right tabular-nums">
            {valueText}
          </span>
        )}
      </div>
      <div
        role="progressbar"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={share === null ? undefined : Math.round(share)}
        aria-valuetext={valueText}
        className="h-2 overflow-hidden rounded-full bg-hairline"
      >
        <div
          className={clsx(
            'h-full rounded-full bg-accent',
            // Without motion, a part of the bar would be read as progress.
            share === null
              ? 'w-2/5 animate-slide motion-reduce:w-full motion-reduce:opacity-30'
              : 'transition-[width] duration-250 ease-out',
          )}
          style={share === null ? undefined : { width: `${share}%` }}
        />
      </div>
      {detail && <p className="mt-2 text-sm text-ink-soft tabular-nums">{detail}</p>}
    </div>
  )
}
