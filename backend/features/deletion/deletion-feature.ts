import type { Feature, FeatureDeps } from '#backend/features/feature.ts'
import { createFiles } from '#backend/features/files/files-service.ts'
import { createPersonDeletion } from './deletion-confirmation.ts'
import { createPersonDeletionRequests } from './deletion-requests-service.ts'

export function deletionFeature(deps: FeatureDeps) {
  const requests = createPersonDeletionRequests(deps)
  return {
    handlers: {
      deletePerson: ({ uid, query }) => requests.remove(uid, query.personid),
    },
    work({ engine }) {
      const deletion = createPersonDeletion({ ...deps, engine, files: createFiles(deps) })
      return {
        jobs: {
          'confirm-person-deletion': {
            run: ({ deletionId }, signal) => deletion.confirm(deletionId, signal),
            giveUp: ({ deletionId }) => deletion.giveUp(deletionId),
          },
        },
        reconcile: { 'person-deletions': (round) => deletion.reconcile(round) },
      }
    },
  } satisfies Feature
}
