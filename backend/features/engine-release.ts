import { enqueueJob, type JobPayload } from '#backend/jobs/catalogue.ts'
import type { Queries } from '#backend/providers/database/database-port.ts'
import type { Engine, EngineJobId, ModelRef } from '#backend/providers/engine/engine-port.ts'
import type { Queue } from '#backend/providers/queue/queue-port.ts'

/** Enqueues the cancellation of engine jobs that are no longer needed, in the caller's transaction. */
export async function enqueueCancellation(
  queue: Queue,
  tx: Queries,
  engineJobIds: readonly (EngineJobId | null)[],
): Promise<void> {
  for (const engineJobId of engineJobIds) {
    if (engineJobId !== null) await enqueueJob(queue, tx, 'cancel-engine-job', { engineJobId })
  }
}

/** Has the engine forget a model that no row names once the caller's transaction has committed. */
export async function enqueueModelDeletion(queue: Queue, tx: Queries, model: ModelRef): Promise<void> {
  const payload =
    model.kind === 'file'
      ? ({ kind: 'file', name: model.key } as const)
      : ({ kind: 'version', name: model.version } as const)
  await enqueueJob(queue, tx, 'delete-model', payload)
}

/** Giving back what an engine holds, in jobs that are tried until the engine confirms. */
export function createEngineRelease({ engine }: { engine: Engine }) {
  return {
    cancel: ({ engineJobId }: JobPayload<'cancel-engine-job'>): Promise<void> => engine.cancel(engineJobId),

    deleteModel: ({ kind, name }: JobPayload<'delete-model'>): Promise<void> =>
      engine.deleteModel(kind === 'file' ? { kind, key: name } : { kind, version: name }),
  }
}
