import { inArray, sum } from 'drizzle-orm'
import { tables, type Queries } from '#backend/providers/database/database-port.ts'
import type { EngineJobId } from '#backend/providers/engine/engine-port.ts'

const { vendorJobs } = tables

/** The cost of these orders so far, in millionths of a dollar; orders on our own machines are not recorded, and cost 0 here. */
export async function costOfOrders(queries: Queries, ids: readonly EngineJobId[]): Promise<number> {
  const [row] = await queries
    .select({ costMicros: sum(vendorJobs.costMicros).mapWith(Number) })
    .from(vendorJobs)
    .where(inArray(vendorJobs.id, [...ids]))
  return row?.costMicros ?? 0
}
