import type { sharingEndpoints } from '#contract/sharing.ts'
import type { Sharing } from '#backend/features/sharing/service.ts'
import type { HandlersOf } from '#backend/http/call.ts'

export interface SharingFeatures {
  sharing: Sharing
}

export function createSharingHandlers({ sharing }: SharingFeatures): HandlersOf<typeof sharingEndpoints> {
  return {
    getShareLink: ({ uid, query }) => sharing.createShare(uid, query.person_id),
    getSharedPerson: ({ share }) => sharing.sharedPerson(share),
  }
}
