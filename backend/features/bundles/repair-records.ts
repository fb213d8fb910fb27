import { and, desc, eq, inArray } from 'drizzle-orm'
import {
  OPEN_BUNDLE_STATES,
  type BundleRepair,
  type BundleState,
  type RepairState,
} from '#contract/bundles.ts'
import { tables, type Queries } from '#backend/providers/database/database-port.ts'

const { bundles } = tables

export type RepairRow = Pick<
  typeof bundles.$inferSelect,
  'state' | 'repairFailure' | 'generatedCount' | 'totalCount' | 'createdAt'
>

const STATES: Readonly<Record<BundleState, RepairState>> = {
  locked: 'waiting',
  paid: 'waiting',
  queued: 'making',
  generating: 'making',
  ready: 'done',
  failed: 'failed',
  refunded: 'failed',
}

export function showRepair(row: RepairRow): BundleRepair {
  const { state, repairFailure: failure, generatedCount, totalCount } = row
  return { state: STATES[state], failure, generatedCount, totalCount }
}

/** The state of a bundle's latest repair; null without one. */
export function latestRepair(repairs: readonly RepairRow[]): BundleRepair | null {
  const [latest] = repairs.toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
  return latest ? showRepair(latest) : null
}

/** A bundle's repairs, finished and running. */
export function repairsOf(queries: Queries, bundleId: string): Promise<RepairRow[]> {
  return queries.select().from(bundles).where(eq(bundles.repairOf, bundleId)).orderBy(desc(bundles.createdAt))
}

/** The open repairs of a bundle that the caller has locked; they are locked too. */
export function lockOpenRepairs(tx: Queries, bundleId: string) {
  return tx
    .select()
    .from(bundles)
    .where(and(eq(bundles.repairOf, bundleId), inArray(bundles.state, OPEN_BUNDLE_STATES)))
    .for('update')
}
