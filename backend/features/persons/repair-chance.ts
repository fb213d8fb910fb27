import { eq } from 'drizzle-orm'
import { OPEN_BUNDLE_STATES, type BundleState, type RepairFailure } from '#contract/bundles.ts'
import { REPAIRS_PER_BUNDLE } from '#contract/limits.ts'
import { guaranteedUntil } from '#backend/features/payments/payments-service.ts'
import { tables, type Queries } from '#backend/providers/database/database-port.ts'
import { latestOf, readLearned, unknownTo, type GoodSelfie, type PastTraining } from './retraining.ts'

const { bundles, payments } = tables

/** The facts of a bundle that decide whether it can be repaired. */
export interface RepairableBundle {
  state: BundleState
  createdAt: Date
  frozenAt: Date | null
  /** Null where the bundle was not paid for or was refunded. */
  guaranteedUntil: Date | null
  /** The repairs requested so far, in any order. */
  repairs: readonly { state: BundleState; failure: RepairFailure | null; createdAt: Date }[]
}

export interface RepairChance {
  until: Date
  /** Good selfies that the bundle does not use, and no failed repair did. */
  newSelfieCount: number
}

/** Whether a bundle can be repaired with better selfies, and with how many. Pure. */
export function repairChanceOf(
  bundle: RepairableBundle,
  past: readonly PastTraining[],
  accepted: readonly GoodSelfie[],
  now: Date,
): RepairChance | undefined {
  const { state, frozenAt, guaranteedUntil: until, repairs } = bundle
  if (state !== 'ready' || frozenAt !== null || until === null || until <= now) return undefined
  if (repairs.some((repair) => OPEN_BUNDLE_STATES.includes(repair.state))) return undefined
  if (repairs.filter((repair) => repair.state === 'ready').length >= REPAIRS_PER_BUNDLE) return undefined
  // What failed by no fault of the selfies may be tried with the same ones.
  const tried = repairs.filter((repair) => repair.state === 'ready' || repair.failure === 'no_better')
  const madeAt = Math.max(...[bundle, ...tried].map(({ createdAt }) => createdAt.getTime()))
  const model = latestOf(past, new Date(madeAt))
  return { until, newSelfieCount: model ? unknownTo(model, accepted) : accepted.length }
}

/** The same of every bundle of a person that can be, read; by its id. */
export async function readRepairChances(
  queries: Queries,
  personId: string,
  now = new Date(),
): Promise<Map<string, RepairChance>> {
  const rows = await queries.select().from(bundles).where(eq(bundles.personId, personId))
  const paid = await queries.select().from(payments).where(eq(payments.personId, personId))
  const { past, accepted } = await readLearned(queries, personId)
  const chances = repairableOf(rows, paid).map(
    ([id, bundle]) => [id, repairChanceOf(bundle, past, accepted, now)] as const,
  )
  return new Map(chances.flatMap(([id, chance]) => (chance ? [[id, chance]] : [])))
}

type BundleRow = Pick<
  typeof bundles.$inferSelect,
  'id' | 'repairOf' | 'state' | 'createdAt' | 'frozenAt' | 'repairFailure'
>

/** Bundles by their id, each with its payment and its repairs. */
export function repairableOf(
  rows: readonly BundleRow[],
  paid: readonly (typeof payments.$inferSelect)[],
): [string, RepairableBundle][] {
  return rows
    .filter(({ repairOf }) => repairOf === null)
    .map(({ id, state, createdAt, frozenAt }) => {
      const payment = paid.find(({ bundleId }) => bundleId === id)
      const repairs = rows
        .filter(({ repairOf }) => repairOf === id)
        .map((row) => ({ state: row.state, failure: row.repairFailure, createdAt: row.createdAt }))
      const until = payment ? guaranteedUntil(payment) : null
      return [id, { state, createdAt, frozenAt, guaranteedUntil: until, repairs }]
    })
}
