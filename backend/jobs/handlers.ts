import type { Bundles } from '#backend/features/bundles/service.ts'
import type { Previews } from '#backend/features/previews/service.ts'
import type { Selfies } from '#backend/features/selfies/service.ts'
import type { Trainings } from '#backend/features/training/service.ts'
import type { JobName, JobPayload } from './catalogue.ts'

export interface JobHandler<P> {
  /** Idempotent; throwing means: try again later. */
  run: (payload: P, signal: AbortSignal) => Promise<void>
  /** After the last attempt failed: close the path, so that nobody waits for ever. */
  giveUp: (payload: P) => Promise<void>
}

/** One handler per job; leaving one out does not compile. */
export type JobHandlers = { [N in JobName]: JobHandler<JobPayload<N>> }

export function createJobHandlers(deps: {
  selfies: Selfies
  previews: Previews
  trainings: Trainings
  bundles: Bundles
}): JobHandlers {
  const { selfies, previews, trainings, bundles } = deps
  return {
    'check-selfie': {
      run: ({ selfieId }, signal) => selfies.check(selfieId, signal),
      giveUp: ({ selfieId }) => selfies.giveUpCheck(selfieId),
    },
    'make-preview': {
      run: ({ personId, selfieId }, signal) => previews.make(personId, selfieId, signal),
      giveUp: ({ personId, selfieId }) => previews.giveUp(personId, selfieId),
    },
    'train-person': {
      run: ({ trainingId }, signal) => trainings.run(trainingId, signal),
      giveUp: ({ trainingId }) => trainings.giveUp(trainingId, 'engine_failed'),
    },
    'generate-bundle': {
      run: ({ bundleId }, signal) => bundles.generate(bundleId, signal),
      giveUp: ({ bundleId }) => bundles.giveUp(bundleId),
    },
    reconcile: {
      async run() {
        const now = new Date()
        await selfies.reconcile(now)
        await previews.reconcile(now)
        await trainings.reconcile(now)
        await bundles.reconcile(now)
      },
      async giveUp() {},
    },
  }
}
