'use client'

import { useEffect, useState } from 'react'
import { DELIVERY_PROMISE_HOURS, STATUS_SHARE_MIN_ORDERS } from '#contract/limits.ts'
import type { MonthOfOrders, ServiceStatus } from '#contract/status.ts'
import { Button } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import type { Messages } from '#lib/i18n/messages.ts'

interface Props {
  copy: Messages['status']
  locale: string
}

type State = 'reading' | 'failed' | ServiceStatus

/** How the last month went, and whether orders are taken. The page is prerendered without it; its place is kept meanwhile. */
export function StatusPanel({ copy, locale }: Props) {
  const [state, setState] = useState<State>('reading')
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let isGone = false
    void readStatus().then((read) => {
      if (!isGone) setState(read ?? 'failed')
    })
    return () => {
      isGone = true
    }
  }, [attempt])

  if (state === 'reading') {
    return (
      <p role="status" className="min-h-[36rem] text-ink-soft sm:min-h-[26rem]">
        {copy.reading}
      </p>
    )
  }
  if (state === 'failed') {
    const retry = () => {
      setState('reading')
      setAttempt(attempt + 1)
    }
    return (
      <div className="min-h-[36rem] sm:min-h-[26rem]">
        <Notice tone="error">{copy.unknown}</Notice>
        <Button variant="secondary" className="mt-4" onClick={retry}>
          {copy.retry}
        </Button>
      </div>
    )
  }
  const { lastMonth, takesOrders, oldestOpenMinutes } = state
  const month = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(lastMonth.month),
  )
  return (
    <div className="min-h-[36rem] sm:min-h-[26rem]">
      <h2 className="text-2xl">{copy.now}</h2>
      <p className="mt-4 measure">{takesOrders ? copy.open : copy.paused}</p>
      <p className="mt-2 measure">
        {oldestOpenMinutes === null
          ? copy.noneOpen
          : copy.oldestOpen.replace('{time}', sayMinutes(oldestOpenMinutes, locale))}
      </p>
      <h2 className="mt-12 text-2xl">{copy.month.replace('{month}', month)}</h2>
      {lastMonth.paid === 0 && <p className="mt-4 measure">{copy.nothing}</p>}
      <dl className="mt-4 grid gap-x-8 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        {figuresOf(lastMonth, copy, locale).map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="pt-3 text-sm text-ink-soft sm:border-t sm:border-hairline sm:pb-3">{label}</dt>
            <dd className="border-hairline pb-3 max-sm:border-b sm:border-t sm:pt-3">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function figuresOf(
  { paid, takenBack, inTime, refunded }: MonthOfOrders,
  copy: Props['copy'],
  locale: string,
) {
  const judged = paid - takenBack
  const number = new Intl.NumberFormat(locale)
  // Rounded down: 99.9 % is not all of them.
  const percent = new Intl.NumberFormat(locale, {
    style: 'percent',
    maximumFractionDigits: 1,
    roundingMode: 'floor',
  })
  const share = (part: number) =>
    judged === 0
      ? '–'
      : judged >= STATUS_SHARE_MIN_ORDERS
        ? percent.format(part / judged)
        : copy.of.replace('{count}', number.format(part)).replace('{total}', number.format(judged))
  return [
    [copy.paid, number.format(paid)],
    [copy.inTime.replace('{time}', sayUnits(DELIVERY_PROMISE_HOURS, 'hour', locale)), share(inTime)],
    [copy.refunded, number.format(refunded)],
    [copy.takenBack, number.format(takenBack)],
  ] as const
}

/** Rounded up: nobody waits longer than is said. */
function sayMinutes(minutes: number, locale: string): string {
  if (minutes < 120) return sayUnits(Math.max(1, minutes), 'minute', locale)
  return sayUnits(Math.ceil(minutes / 6) / 10, 'hour', locale)
}

function sayUnits(value: number, unit: 'minute' | 'hour', locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value)
}

/** Undefined while the backend is away. */
async function readStatus(): Promise<ServiceStatus | undefined> {
  try {
    const response = await fetch('/api/backend/status')
    if (!response.ok) return undefined
    // The backend's own answer, of the contract's type; its parser stays off this page.
    return (await response.json()) as ServiceStatus
  } catch {
    return undefined
  }
}
