import type { ServiceStatus } from '#contract/status.ts'
import { oldestOpenOrderMinutes } from '#backend/features/deadlines.ts'
import { keptFor } from '#backend/features/kept-for.ts'
import { isPaused } from '#backend/features/pauses/pauses-service.ts'
import type { Database } from '#backend/providers/database/database-port.ts'
import { lastMonthOfOrders, MONTH_KEPT_MS } from './month-of-orders.ts'

const OPEN_ORDERS_KEPT_MS = 10_000

/** What anybody may know of how the service does. */
export function createStatus(deps: { database: Database }) {
  const lastMonth = keptFor(MONTH_KEPT_MS, () => lastMonthOfOrders(deps))
  const oldestOpen = keptFor(OPEN_ORDERS_KEPT_MS, () => oldestOpenOrderMinutes(deps))
  return {
    async read(): Promise<ServiceStatus> {
      return {
        lastMonth: await lastMonth(),
        takesOrders: !(await isPaused(deps.database.queries, 'purchases')),
        oldestOpenMinutes: await oldestOpen(),
      }
    },
  }
}
