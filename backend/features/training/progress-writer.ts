import { eq } from 'drizzle-orm'
import type { TrainingStage } from '#contract/training.ts'
import { tables, type Database } from '#backend/providers/database/database-port.ts'
import { trainingLifecycle } from './training-lifecycle.ts'

const { trainings } = tables
const EVERY_MS = 300

/** Writes a training's progress, at most a few times a second and always the latest. */
export function createProgressWriter(database: Database, trainingId: string) {
  let latest: { stage: TrainingStage; progress: number } | undefined
  let writing: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  const write = async (): Promise<void> => {
    const values = latest
    latest = undefined
    if (!values) return
    await database.transaction(async (tx) => {
      const [row] = await tx.select().from(trainings).where(eq(trainings.id, trainingId)).for('update')
      if (!row || !trainingLifecycle.allows(row.state, 'progress')) return
      const state = trainingLifecycle.next(row.state, 'progress')
      const progress = Math.max(row.progress, values.progress)
      await tx
        .update(trainings)
        .set({ ...values, state, progress })
        .where(eq(trainings.id, trainingId))
    })
  }
  const enqueueWrite = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    // Progress is worth less than the training: a write that fails is followed by the next.
    writing = writing.then(write).catch(() => undefined)
    return writing
  }

  return {
    report(stage: TrainingStage, progress: number): void {
      latest = { stage, progress }
      timer ??= setTimeout(() => void enqueueWrite(), EVERY_MS)
    },
    /** Resolves when everything reported is written. */
    flush: enqueueWrite,
  }
}
