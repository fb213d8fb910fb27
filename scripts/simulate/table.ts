import type { Load, Plan } from './plan.ts'

/** Rows of Markdown that a terminal shows as well. */
export function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [head, ...rows]
  const widths = head.map((_, column) => Math.max(3, ...all.map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    `| ${widths.map((width, column) => (row[column] ?? '').padEnd(width)).join(' | ')} |`
  return [line(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rows.map(line)].join(
    '\n',
  )
}

export const count = (value: number): string => Math.round(value).toLocaleString('en-US')
/** In tenths, rounded down from below to all: a thing that is not whole is not said to be. */
export function percent(share: number): string {
  if (share === 0 || share >= 1) return `${(100 * share).toFixed(0)} %`
  return `${(Math.floor(1000 * share) / 10).toFixed(1)} %`
}
export const dollars = (amount: number): string => `$${count(amount)}`

/** Seconds as people say them: `45 s`, `12 min`, `3.4 h`, `11 days`. */
export function duration(seconds: number): string {
  if (Number.isNaN(seconds)) return '–'
  if (seconds < 120) return `${Math.round(seconds)} s`
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`
  if (seconds < 48 * 3600) return `${(seconds / 3600).toFixed(1)} h`
  return `${Math.round(seconds / 86_400)} days`
}

const machines = (number: number | null): string => (number === null ? 'no number' : count(number))

export function outcomeTable(plans: readonly Plan[]): string {
  return tableOf(
    ['orders a month', 'engine', 'within 2 h', 'paid back', 'half', '95 of 100', '99 of 100', 'breaks first'],
    plans.map(({ ordersPerMonth, engine, launchDay, loads }) => [
      count(ordersPerMonth),
      engine,
      percent(launchDay.withinPromise),
      percent(launchDay.givenUp / Math.max(1, launchDay.placed)),
      duration(launchDay.p50),
      duration(launchDay.p95),
      duration(launchDay.p99),
      loads[0] ? breaking(loads[0], ordersPerMonth) : '–',
    ]),
  )
}

/** What is nearest to its most, and how many orders a month would take it there: all but the idle part grows with them. */
function breaking({ name, used, idle, most }: Load, ordersPerMonth: number): string {
  if (used > most) return `${name}: ${(used / most).toFixed(1)} times its most`
  const orders = (ordersPerMonth * (most - idle)) / (used - idle)
  return `${name}, at about ${count(Number(orders.toPrecision(1)))}`
}

export function machinesTable(plans: readonly Plan[]): string {
  return tableOf(
    [
      ...['orders a month', 'engine', 'studio (95 / 99)', 'checks (95 / 99)', 'api', 'mail', 'clock'],
      ...['machines, a month', 'vendor, a month', 'bucket, a month'],
    ],
    plans.map(({ ordersPerMonth, engine, roles, dollarsPerMonth }) => [
      count(ordersPerMonth),
      engine,
      `${machines(roles.studio.within95)} / ${machines(roles.studio.within99)}`,
      `${machines(roles.checks.within95)} / ${machines(roles.checks.within99)}`,
      ...[roles.api, roles.mail, roles.clock].map(count),
      ...[dollarsPerMonth.machines, dollarsPerMonth.vendor, dollarsPerMonth.storage].map(dollars),
    ]),
  )
}

export function loadsTable(plans: readonly Plan[]): string {
  return tableOf(
    ['orders a month', 'engine', 'what', 'used', 'most', 'of its most'],
    plans.flatMap(({ ordersPerMonth, engine, loads }) =>
      loads.map(({ name, used, most, unit }) => [
        count(ordersPerMonth),
        engine,
        name,
        `${used < 10 ? used.toFixed(2) : count(used)} ${unit}`,
        count(most),
        percent(used / most),
      ]),
    ),
  )
}
