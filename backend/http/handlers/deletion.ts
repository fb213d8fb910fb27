import type { deletionEndpoints } from '#contract/deletion.ts'
import type { PersonDeletionRequests } from '#backend/features/deletion/requests.ts'
import type { HandlersOf } from '#backend/http/call.ts'

export interface DeletionFeatures {
  personDeletions: PersonDeletionRequests
}

export function createDeletionHandlers({
  personDeletions,
}: DeletionFeatures): HandlersOf<typeof deletionEndpoints> {
  return {
    deletePerson: ({ uid, query }) => personDeletions.remove(uid, query.personid),
  }
}
