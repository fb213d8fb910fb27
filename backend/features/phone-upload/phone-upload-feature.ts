import type { Feature, FeatureDeps } from '#backend/features/feature.ts'
import { createSelfies } from '#backend/features/selfies/selfies-service.ts'
import { createHandoffs } from './phone-upload-service.ts'

export function handoffFeature(deps: FeatureDeps) {
  const handoffs = createHandoffs(deps)
  const selfies = createSelfies(deps)
  return {
    handlers: {
      createHandoff: ({ uid, query }) => handoffs.create(uid, query.personid),
      getHandoff: async ({ uid, query }) => ({ handoff: await handoffs.status(uid, query.personid) }),
      openHandoff: ({ body }) => handoffs.open(body.token),
      uploadByHandoff: ({ handoff, files, idempotencyKey: uploadKey }) =>
        selfies.add(handoff.uid, handoff.personId, files, { uploadKey, handoffId: handoff.handoffId }),
      presignByHandoff: ({ handoff, query }) => selfies.sign(handoff.uid, handoff.personId, query.media_type),
      registerByHandoff: ({ handoff, body, idempotencyKey: uploadKey }) =>
        selfies.register(handoff.uid, handoff.personId, body.objectKey, {
          fileName: body.fileName,
          uploadKey,
          handoffId: handoff.handoffId,
        }),
      getHandoffImages: ({ handoff }) => selfies.list(handoff.uid, handoff.personId, handoff.handoffId),
      finishHandoff: async ({ handoff }) => ({ state: await handoffs.finish(handoff) }),
    },
    work: () => ({
      reconcile: { handoffs: (round) => handoffs.reconcile(round) },
    }),
  } satisfies Feature
}
