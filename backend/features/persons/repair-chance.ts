import { eq } from 'drizzle-orm'
import { OPEN_BUNDLE_STATES, type BundleState, type RepairFailure } from '#contract/bundles.ts'
import { REPAIRS_PER_BUNDLE } from '#contract/limits.ts'
import type { StyleId } from '#contract/styles.ts'
import { guaranteedUntil } from '#backend/features/payments/payments-service.ts'
import { tables, type Queries } from '#backend/providers/database/database-port.ts'
import type { StylePromises } from '#backend/providers/engine/engine-port.ts'
import { latestOf, readLearned, unknownTo, type Learned, type PastTraining } from './retraining.ts'
import { servesStyle } from './style-models.ts'

const { bundles, payments } = tables

/** The facts of a bundle that decide whether it can be repaired. */
export interface RepairableBundle {
  styleId: StyleId
  state: BundleState
  createdAt: Date
  frozenAt: Date | null
  /** Null where the bundle was not paid for or was refunded. */
  guaranteedUntil: Date | null
  /** The training that its plan names. */
  trainingId: string | null
  /** The repairs requested so far, in any order. */
  repairs: readonly {
    state: BundleState
    failure: RepairFailure | null
    createdAt: Date
    trainingId: string | null
  }[]
}

export interface RepairChance {
  until: Date
  /** Good selfies that the bundle does not use, and no failed repair did. */
  newSelfieCount: number
}

/** Until when a bundle can be repaired, where it can be. Pure. */
export function repairableUntil(
  { state, frozenAt, guaranteedUntil: until, repairs }: RepairableBundle,
  now: Date,
): Date | undefined {
  if (state !== 'ready' || frozenAt !== null || until === null || until <= now) return undefined
  if (repairs.some((repair) => OPEN_BUNDLE_STATES.includes(repair.state))) return undefined
  if (repairs.filter((repair) => repair.state === 'ready').length >= REPAIRS_PER_BUNDLE) return undefined
  return until
}

/** Whether a bundle can be repaired with better selfies, and with how many. Pure. */
export function repairChanceOf(
  bundle: RepairableBundle,
  { past, accepted }: Learned,
  promises: StylePromises,
  now: Date,
): RepairChance | undefined {
  const until = repairableUntil(bundle, now)
  if (until === undefined) return undefined
  const model = modelOf(bundle, past, promises)
  return { until, newSelfieCount: model ? unknownTo(model, accepted) : accepted.length }
}

/** The training of the bundle, or of its last repair. */
function modelOf(
  bundle: RepairableBundle,
  past: readonly PastTraining[],
  promises: StylePromises,
): PastTraining | undefined {
  // A repair that failed for another reason than the selfies may be tried with the same ones.
  const tried = bundle.repairs.filter(({ state, failure }) => state === 'ready' || failure === 'no_better')
  const last = [bundle, ...tried].reduce((late, one) => (late.createdAt >= one.createdAt ? late : one))
  const serving = past.filter((training) => servesStyle(training, bundle.styleId, promises))
  return past.find(({ id }) => id === last.trainingId) ?? latestOf(serving, last.createdAt)
}

/** The same of every bundle of a person that can be, read; by its id. */
export async function readRepairChances(
  queries: Queries,
  personId: string,
  promises: StylePromises,
  now = new Date(),
): Promise<Map<string, RepairChance>> {
  const learned = await readLearned(queries, personId)
  const chances = (await readRepairable(queries, personId)).map(
    ([id, bundle]) => [id, repairChanceOf(bundle, learned, promises, now)] as const,
  )
  return new Map(chances.flatMap(([id, chance]) => (chance ? [[id, chance]] : [])))
}

/** Whether any bundle of a person can be repaired, read. */
export async function hasRepairChance(
  queries: Queries,
  personId: string,
  now = new Date(),
): Promise<boolean> {
  const all = await readRepairable(queries, personId)
  return all.some(([, bundle]) => repairableUntil(bundle, now) !== undefined)
}

async function readRepairable(queries: Queries, personId: string): Promise<[string, RepairableBundle][]> {
  const rows = await queries.select().from(bundles).where(eq(bundles.personId, personId))
  const paid = await queries.select().from(payments).where(eq(payments.personId, personId))
  return repairableOf(rows, paid)
}

type BundleRow = Pick<
  typeof bundles.$inferSelect,
  'id' | 'styleId' | 'trainingId' | 'repairOf' | 'state' | 'createdAt' | 'frozenAt' | 'repairFailure'
>

/** Bundles by their id, each with its payment and its repairs. */
export function repairableOf(
  rows: readonly BundleRow[],
  paid: readonly (typeof payments.$inferSelect)[],
): [string, RepairableBundle][] {
  return rows
    .filter(({ repairOf }) => repairOf === null)
    .map(({ id, styleId, trainingId, state, createdAt, frozenAt }) => {
      const payment = paid.find(({ bundleId }) => bundleId === id)
      const repairs = rows
        .filter(({ repairOf }) => repairOf === id)
        .map((row) => ({
          state: row.state,
          failure: row.repairFailure,
          createdAt: row.createdAt,
          trainingId: row.trainingId,
        }))
      const until = payment ? guaranteedUntil(payment) : null
      return [id, { styleId, trainingId, state, createdAt, frozenAt, guaranteedUntil: until, repairs }]
    })
}
