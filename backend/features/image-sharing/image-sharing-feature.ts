import type { Feature, FeatureDeps } from '#backend/features/feature.ts'
import { createImageSharing } from './image-sharing-service.ts'

export function imageSharingFeature(deps: FeatureDeps) {
  const imageSharing = createImageSharing(deps)
  return {
    handlers: {
      makeImageShareable: ({ uid, body }) => imageSharing.publish(uid, body),
      getSharedImage: ({ query }) => imageSharing.open(query.sharable_key),
      getImageShares: async ({ uid, query }) => ({
        imageShares: await imageSharing.list(uid, query.personid),
      }),
      revokeImageShare: async ({ uid, body }) => {
        await imageSharing.revoke(uid, body.imageShareId)
        return { imageShareId: body.imageShareId }
      },
    },
  } satisfies Feature
}
