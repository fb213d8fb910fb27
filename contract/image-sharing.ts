import { z } from 'zod'
import { UserImageKey } from './bundles.ts'
import { defineEndpoint } from './endpoint.ts'
import { StyleId } from './styles.ts'

/** The secret part of a published headshot's address: 128 random bits, base64url. */
export const SharableKey = z.string().regex(/^[\w-]{22}$/)

/** Additional content shown beside the headshot. */
const shown = {
  showsName: z.boolean().meta({ description: 'The name of the person' }),
  showsBefore: z.boolean().meta({ description: 'A selfie of the person, as a thumbnail' }),
}

/** A published headshot as its owner sees it. The key is returned once and never stored in plain text. */
export const ImageShare = z
  .object({
    id: z.uuid(),
    userImageKey: UserImageKey,
    bundleId: z.uuid(),
    thumbnailUrl: z.url().meta({ description: 'Signed WebP, 480 px wide' }),
    ...shown,
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'ImageShare' })
export type ImageShare = z.infer<typeof ImageShare>

/** Options of a published headshot; by default only the picture is shown. */
export const PersonShareImageView = z.object({
  userImageKey: UserImageKey,
  showsName: shown.showsName.default(false),
  showsBefore: shown.showsBefore.default(false),
})
export type PersonShareImageView = z.infer<typeof PersonShareImageView>

/** One headshot as a holder of the key sees it, and no other data of its person. */
export const SharedImage = z
  .object({
    styleId: StyleId,
    width: z.int().positive(),
    height: z.int().positive(),
    imageUrl: z.url().meta({ description: 'Signed JPEG in full size; ends within two hours' }),
    thumbnailUrl: z.url().meta({ description: 'Signed WebP, 480 px wide; ends within two hours' }),
    name: z.string().nullable().meta({ description: 'Null unless its owner shows it' }),
    beforeUrl: z.url().nullable().meta({
      description: 'Signed thumbnail of a selfie; null unless its owner shows one that is still kept',
    }),
  })
  .meta({ id: 'SharedImage' })
export type SharedImage = z.infer<typeof SharedImage>

export const imageSharingEndpoints = {
  makeImageShareable: defineEndpoint({
    method: 'POST',
    path: '/image_share/make_image_shareable',
    aliases: [],
    auth: 'verified',
    rate: 'write',
    summary: 'Publishes one headshot under a new key until that is revoked; keys made before stay valid',
    body: PersonShareImageView,
    response: z.object({ imageShareId: z.uuid(), sharableKey: SharableKey }),
    errors: ['headshot_not_found', 'image_share_limit_reached'],
  }),
  getSharedImage: defineEndpoint({
    method: 'GET',
    path: '/image_share/get_shareable_key',
    aliases: [],
    auth: 'public',
    rate: 'public',
    // Cached copies outlive a revocation by this much.
    cache: { publicSeconds: 60, staleSeconds: 0 },
    summary: 'The one headshot that was published under a key',
    query: z.object({ sharable_key: SharableKey }),
    response: SharedImage,
    errors: ['image_share_not_found'],
  }),
  getImageShares: defineEndpoint({
    method: 'GET',
    path: '/image_share/get_all',
    aliases: [],
    auth: 'verified',
    rate: 'read',
    summary: 'Which headshots of a person are published, newest first',
    query: z.object({ personid: z.uuid() }),
    response: z.object({ imageShares: z.array(ImageShare) }),
    errors: ['person_not_found'],
  }),
  revokeImageShare: defineEndpoint({
    method: 'POST',
    path: '/image_share/revoke',
    aliases: [],
    auth: 'verified',
    rate: 'write',
    summary: 'Ends a published headshot at once and for ever',
    body: z.object({ imageShareId: z.uuid() }),
    response: z.object({ imageShareId: z.uuid() }),
    errors: ['image_share_not_found'],
  }),
}
