import { and, eq } from 'drizzle-orm'
import { RETRAININGS_INCLUDED, SELFIE_MIN_ACCEPTED } from '#contract/limits.ts'
import { StyleNeed } from '#contract/styles.ts'
import type { TrainingState } from '#contract/training.ts'
import { tables, type Queries } from '#backend/providers/database/database-port.ts'
import { selfieInUse } from './selfies-in-use.ts'

const { selfies, trainings } = tables

/** The fields of a past training that decide whether the person is trained again. */
export interface PastTraining {
  id: string
  state: TrainingState
  createdAt: Date
  /** Models of one kind of engine make styles of that kind. */
  needs: StyleNeed | null
  /** Null where they were not recorded. */
  selfieIds: readonly string[] | null
}

export interface GoodSelfie {
  id: string
  createdAt: Date
}

/** A person's trainings, and the good selfies there are now. */
export interface Learned {
  past: readonly PastTraining[]
  accepted: readonly GoodSelfie[]
}

/** A trained person's selfies compared with its model. */
export interface Retraining {
  /** Whether the included new training is still to be had. */
  isLeft: boolean
  /** Good selfies that the model was not trained on; none where it cannot be retrained. */
  newSelfieCount: number
  /** Good selfies of the next bundle: the model's, or all where it is retrained. */
  selfieCount: number
}

/** Pure. A person without a model has no retraining. */
export function retrainingOf(past: readonly PastTraining[], accepted: readonly GoodSelfie[]): Retraining {
  const succeeded = past.filter(({ state }) => state === 'succeeded')
  // One of each kind of engine is not a second of the same.
  const countOf = (kind: StyleNeed) => succeeded.filter((training) => kindOf(training) === kind).length
  const isLeft = StyleNeed.options.every((kind) => countOf(kind) <= RETRAININGS_INCLUDED)
  const latest = latestOf(past)
  const newSelfieCount =
    latest && isLeft && accepted.length >= SELFIE_MIN_ACCEPTED ? unknownTo(latest, accepted) : 0
  const selfieCount = (newSelfieCount === 0 && latest?.selfieIds?.length) || accepted.length
  return { isLeft, newSelfieCount, selfieCount }
}

/** One that says nothing of its need serves every style but looks, like those that finish photographs. */
function kindOf({ needs }: PastTraining): StyleNeed {
  return needs ?? 'finishes'
}

/** The latest that succeeded, of those asked for until then. Pure. */
export function latestOf(past: readonly PastTraining[], until?: Date): PastTraining | undefined {
  return past
    .filter(({ state, createdAt }) => state === 'succeeded' && (!until || createdAt <= until))
    .reduce<PastTraining | undefined>(
      (late, one) => (late && late.createdAt >= one.createdAt ? late : one),
      undefined,
    )
}

/** How many selfies a training has not learned from. Pure. */
export function unknownTo(training: PastTraining, accepted: readonly GoodSelfie[]): number {
  const known = training.selfieIds && new Set(training.selfieIds)
  return accepted.filter(({ id, createdAt }) => (known ? !known.has(id) : createdAt > training.createdAt))
    .length
}

/** The same, read. */
export async function readRetraining(queries: Queries, personId: string): Promise<Retraining> {
  const { past, accepted } = await readLearned(queries, personId)
  return retrainingOf(past, accepted)
}

/** The selfies a person was trained on, and those available. */
export async function readLearned(queries: Queries, personId: string): Promise<Learned> {
  const past = await queries
    .select({
      id: trainings.id,
      state: trainings.state,
      createdAt: trainings.createdAt,
      needs: trainings.needs,
      selfieIds: trainings.selfieIds,
    })
    .from(trainings)
    .where(eq(trainings.personId, personId))
  const accepted = await queries
    .select({ id: selfies.id, createdAt: selfies.createdAt })
    .from(selfies)
    .where(and(eq(selfies.personId, personId), selfieInUse))
  return { past, accepted }
}
