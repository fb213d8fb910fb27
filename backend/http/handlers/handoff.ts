import type { handoffEndpoints } from '#contract/handoff.ts'
import type { Handoffs } from '#backend/features/handoff/service.ts'
import type { Selfies } from '#backend/features/selfies/service.ts'
import type { HandlersOf } from '#backend/http/call.ts'

export interface HandoffFeatures {
  handoffs: Handoffs
  selfies: Selfies
}

export function createHandoffHandlers({
  handoffs,
  selfies,
}: HandoffFeatures): HandlersOf<typeof handoffEndpoints> {
  return {
    createHandoff: ({ uid, query }) => handoffs.create(uid, query.personid),
    getHandoff: async ({ uid, query }) => ({ handoff: await handoffs.status(uid, query.personid) }),
    openHandoff: ({ body }) => handoffs.open(body.token),
    uploadByHandoff: ({ handoff, files, idempotencyKey: uploadKey }) =>
      selfies.add(handoff.uid, handoff.personId, files, { uploadKey, handoffId: handoff.handoffId }),
    presignByHandoff: ({ handoff, query }) => selfies.sign(handoff.uid, handoff.personId, query.media_type),
    registerByHandoff: ({ handoff, body, idempotencyKey: uploadKey }) =>
      selfies.register(handoff.uid, handoff.personId, body.objectKey, {
        ...{ fileName: body.fileName, uploadKey, handoffId: handoff.handoffId },
      }),
    getHandoffImages: ({ handoff }) => selfies.list(handoff.uid, handoff.personId, handoff.handoffId),
    finishHandoff: async ({ handoff }) => ({ state: await handoffs.finish(handoff) }),
  }
}
