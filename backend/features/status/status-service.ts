import type { ServiceStatus } from '#contract/status.ts'
import { keptFor } from '#backend/features/kept-for.ts'
import { isPaused } from '#backend/features/pauses/pauses-service.ts'
import type { JobName } from '#backend/jobs/catalogue.ts'
import type { Database } from '#backend/providers/database/database-port.ts'
import type { Queue } from '#backend/providers/queue/queue-port.ts'
import { lastMonthOfOrders, MONTH_KEPT_MS } from './month-of-orders.ts'

/** What a paid order waits for. */
const ORDER_JOBS: readonly JobName[] = ['train-person', 'generate-bundle']
const QUEUES_KEPT_MS = 10_000

/** What anybody may know of how the service does. */
export function createStatus(deps: { database: Database; queue: Queue }) {
  const lastMonth = keptFor(MONTH_KEPT_MS, () => lastMonthOfOrders(deps))
  const depths = keptFor(QUEUES_KEPT_MS, () => deps.queue.depths())
  return {
    async read(): Promise<ServiceStatus> {
      const waits = (await depths()).filter(({ name }) => ORDER_JOBS.some((job) => job === name))
      const longestSeconds = Math.max(0, ...waits.map(({ oldestSeconds }) => oldestSeconds))
      return {
        lastMonth: await lastMonth(),
        takesOrders: !(await isPaused(deps.database.queries, 'purchases')),
        longestWaitMinutes: Math.floor(longestSeconds / 60),
      }
    },
  }
}
