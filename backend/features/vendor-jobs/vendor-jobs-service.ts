import { inArray, sum } from 'drizzle-orm'
import { tables, type Queries } from '#backend/providers/database/database-port.ts'
import type { EngineJobId } from '#backend/providers/engine/engine-port.ts'

const { vendorJobs } = tables

/** What these orders cost so far, in millionths of a dollar; those of our own machines are not recorded, and cost nothing here. */
export async function costOfOrders(queries: Queries, ids: readonly EngineJobId[]): Promise<number> {
  const [row] = await queries
    .select({ costMicros: sum(vendorJobs.costMicros).mapWith(Number) })
    .from(vendorJobs)
    .where(inArray(vendorJobs.id, [...ids]))
  return row?.costMicros ?? 0
}
