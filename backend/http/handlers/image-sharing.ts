import type { imageSharingEndpoints } from '#contract/image-sharing.ts'
import type { ImageSharing } from '#backend/features/image-sharing/service.ts'
import type { HandlersOf } from '#backend/http/call.ts'

export interface ImageSharingFeatures {
  imageSharing: ImageSharing
}

export function createImageSharingHandlers({
  imageSharing,
}: ImageSharingFeatures): HandlersOf<typeof imageSharingEndpoints> {
  return {
    makeImageShareable: ({ uid, body }) => imageSharing.publish(uid, body),
    getSharedImage: ({ query }) => imageSharing.open(query.sharable_key),
    getImageShares: async ({ uid, query }) => ({
      imageShares: await imageSharing.list(uid, query.personid),
    }),
    revokeImageShare: async ({ uid, body }) => {
      await imageSharing.revoke(uid, body.imageShareId)
      return { imageShareId: body.imageShareId }
    },
  }
}
