'use client'

import { DELIVERY_PROMISE_HOURS, STATUS_SHARE_MIN_ORDERS } from '#contract/limits.ts'
import type { MonthOfOrders, ServiceStatus } from '#contract/status.ts'
import { AnswerPanel } from '#components/product/answer-panel.tsx'
import type { Messages } from '#lib/i18n/messages.ts'

interface Props {
  copy: Messages['status']
  locale: string
}

/** How the last month went, and whether orders are taken. */
export function StatusPanel({ copy, locale }: Props) {
  const format = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return (
    <AnswerPanel<ServiceStatus> path="/status" copy={copy} className="min-h-[36rem] sm:min-h-[26rem]">
      {({ lastMonth, takesOrders, oldestOpenMinutes }) => (
        <>
          <h2 className="text-2xl">{copy.now}</h2>
          <p className="mt-4 measure">{takesOrders ? copy.open : copy.paused}</p>
          <p className="mt-2 measure">
            {oldestOpenMinutes === null
              ? copy.noneOpen
              : copy.oldestOpen.replace('{time}', sayMinutes(oldestOpenMinutes, locale))}
          </p>
          <h2 className="mt-12 text-2xl">
            {copy.month.replace('{month}', format.format(new Date(lastMonth.month)))}
          </h2>
          {lastMonth.paid === 0 && <p className="mt-4 measure">{copy.nothing}</p>}
          <dl className="mt-4 grid gap-x-8 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
            {figuresOf(lastMonth, copy, locale).map(([label, value]) => (
              <div key={label} className="contents">
                <dt className="pt-3 text-sm text-ink-soft sm:border-t sm:border-hairline sm:pb-3">{label}</dt>
                <dd className="border-hairline pb-3 max-sm:border-b sm:border-t sm:pt-3">{value}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </AnswerPanel>
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

/** Rounded up, so that the page never understates the time. */
function sayMinutes(minutes: number, locale: string): string {
  if (minutes < 120) return sayUnits(Math.max(1, minutes), 'minute', locale)
  return sayUnits(Math.ceil(minutes / 6) / 10, 'hour', locale)
}

function sayUnits(value: number, unit: 'minute' | 'hour', locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value)
}
