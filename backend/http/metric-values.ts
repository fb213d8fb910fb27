import { statfs } from 'node:fs/promises'
import { lastBackupAt } from '#backend/features/backup/backup-service.ts'
import { countLateOrders, openPaidWork } from '#backend/features/deadlines.ts'
import { countFailedMails } from '#backend/features/mail/failed-mails.ts'
import { keptFor } from '#backend/features/kept-for.ts'
import { paymentTotals } from '#backend/features/payments/payment-totals.ts'
import { countReviews } from '#backend/features/review/review-service.ts'
import { lastMonthOfOrders, MONTH_KEPT_MS } from '#backend/features/status/month-of-orders.ts'
import type { Database } from '#backend/providers/database/database-port.ts'
import type { Metrics } from '#backend/providers/metrics/metrics-port.ts'
import type { Queue } from '#backend/providers/queue/queue-port.ts'

/** Sums over all payments grow with them, so they are not computed for each scrape. */
const PAYMENTS_KEPT_MS = 60_000
const QUEUES_KEPT_MS = 2_000

type PaymentTotal = Awaited<ReturnType<typeof paymentTotals>>[number]

/** One value for each set of labels. */
function summed(readings: readonly { labels: Record<string, string>; value: number }[]) {
  const sums = new Map<string, { labels: Record<string, string>; value: number }>()
  for (const { labels, value } of readings) {
    const key = JSON.stringify(labels)
    sums.set(key, { labels, value: value + (sums.get(key)?.value ?? 0) })
  }
  return [...sums.values()]
}

/** How full the disk of a folder is that this process writes to, by what the folder holds. */
export function watchDisks(metrics: Pick<Metrics, 'watch'>, folders: Readonly<Record<string, string>>): void {
  const read = (valueOf: (disk: { bavail: number; blocks: number; bsize: number }) => number) => () =>
    Promise.all(
      Object.entries(folders).map(async ([of, folder]) => ({
        labels: { of },
        value: valueOf(await statfs(folder)),
      })),
    )
  metrics.watch({
    name: 'disk_free_bytes',
    help: 'What may still be written to the disk.',
    labels: ['of'],
    read: read(({ bavail, bsize }) => bavail * bsize),
  })
  metrics.watch({
    name: 'disk_size_bytes',
    help: 'What the disk holds in all.',
    labels: ['of'],
    read: read(({ blocks, bsize }) => blocks * bsize),
  })
}

/** Numbers that are the product's, not this process's alone: jobs that wait, and money. */
export function watchProduct(metrics: Metrics, deps: { queue: Queue; database: Database }): void {
  const queues = keptFor(QUEUES_KEPT_MS, () => deps.queue.depths())
  const payments = keptFor(PAYMENTS_KEPT_MS, () => paymentTotals(deps))
  const paidWork = keptFor(QUEUES_KEPT_MS, () => openPaidWork(deps))
  const ofPaidWork = (
    name: string,
    help: string,
    valueOf: (figures: Awaited<ReturnType<typeof openPaidWork>>[number]) => number,
  ) => {
    metrics.watch({
      name,
      help,
      labels: ['kind'],
      read: async () =>
        (await paidWork()).map((figures) => ({ labels: { kind: figures.kind }, value: valueOf(figures) })),
    })
  }
  ofPaidWork('paid_work_open', 'Paid trainings and bundles that are not finished.', ({ count }) => count)
  ofPaidWork(
    'paid_work_seconds_left',
    'Until the first of them is given up and refunded; 0 without any.',
    ({ secondsLeft }) => secondsLeft,
  )
  const reviews = keptFor(PAYMENTS_KEPT_MS, () => countReviews(deps))
  const ofQueues = (
    name: string,
    help: string,
    valueOf: (queue: Awaited<ReturnType<Queue['depths']>>[number]) => number,
  ) => {
    metrics.watch({
      name,
      help,
      labels: ['queue'],
      read: async () =>
        (await queues()).map((queue) => ({ labels: { queue: queue.name }, value: valueOf(queue) })),
    })
  }
  ofQueues('queue_waiting_jobs', 'Jobs that could run now and do not yet.', ({ waiting }) => waiting)
  ofQueues('queue_running_jobs', 'Jobs under way, in all processes.', ({ running }) => running)
  ofQueues(
    'queue_oldest_seconds',
    'How long the longest waiting job could have run.',
    ({ oldestSeconds }) => oldestSeconds,
  )
  const ofPayments = (
    name: string,
    help: string,
    valueOf: (total: PaymentTotal) => number,
    labelsOf: (total: PaymentTotal) => Record<string, string> = ({ state, currency }) => ({
      state,
      currency,
    }),
    labels: readonly string[] = ['state', 'currency'],
  ) => {
    metrics.watch({
      name,
      help,
      labels,
      read: async () =>
        summed((await payments()).map((total) => ({ labels: labelsOf(total), value: valueOf(total) }))),
    })
  }
  ofPayments('payments', 'Payments by state.', ({ count }) => count)
  ofPayments(
    'payments_amount_minor',
    'What payments come to, in minor units.',
    ({ amountMinor }) => amountMinor,
  )
  ofPayments(
    'refunds_amount_minor',
    'What was given back, in minor units, by why.',
    ({ refundedAmountMinor }) => refundedAmountMinor,
    ({ currency, refundReason }) => ({ currency, reason: refundReason ?? 'none' }),
    ['currency', 'reason'],
  )
  const lateOrders = keptFor(PAYMENTS_KEPT_MS, () => countLateOrders(deps))
  metrics.watch({
    name: 'orders_past_promise',
    help: 'Paid orders without headshots two hours later.',
    labels: [],
    read: async () => [{ labels: {}, value: await lateOrders() }],
  })
  const lastMonth = keptFor(MONTH_KEPT_MS, () => lastMonthOfOrders(deps))
  metrics.watch({
    name: 'orders_last_month',
    help: 'Orders paid in the last calendar month, and how many of them came in time, were refunded or taken back.',
    labels: ['outcome'],
    read: async () => {
      const { paid, inTime: in_time, refunded, takenBack: taken_back } = await lastMonth()
      return Object.entries({ paid, in_time, refunded, taken_back }).map(([outcome, value]) => ({
        labels: { outcome },
        value,
      }))
    },
  })
  const failedMails = keptFor(PAYMENTS_KEPT_MS, () => countFailedMails(deps))
  metrics.watch({
    name: 'mails_failed',
    help: 'Mails of the last day that were given up.',
    labels: ['failure'],
    read: async () =>
      (await failedMails()).map(({ failure, count }) => ({ labels: { failure }, value: count })),
  })
  metrics.watch({
    name: 'review_items',
    help: 'What waits for a person, by kind.',
    labels: ['kind'],
    read: async () => (await reviews()).map(({ kind, count }) => ({ labels: { kind }, value: count })),
  })
  const lastBackup = keptFor(PAYMENTS_KEPT_MS, () => lastBackupAt(deps))
  metrics.watch({
    name: 'backup_last_success_seconds',
    help: 'When the last back-up that ended well began, in seconds since 1970; 0 without any.',
    labels: [],
    read: async () => [{ labels: {}, value: ((await lastBackup())?.getTime() ?? 0) / 1000 }],
  })
}
