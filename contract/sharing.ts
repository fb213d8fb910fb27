import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'

/** active -> expired | revoked */
export const ShareState = z.enum(['active', 'expired', 'revoked'])
export type ShareState = z.infer<typeof ShareState>

/** The secret part of a link: 128 random bits, base64url. */
export const ShareToken = z.string().regex(/^[\w-]{22}$/)

/** A person as those see it who hold a link, and nothing else of it. */
export const SharedPerson = z
  .object({
    name: z.string(),
    headshots: z
      .array(z.object({ thumbnailUrl: z.url().meta({ description: 'Signed WebP, 480 px wide' }) }))
      .meta({ description: 'Those that are ready, newest bundle first, best first in each' }),
  })
  .meta({ id: 'SharedPerson' })
export type SharedPerson = z.infer<typeof SharedPerson>

/** A link as its owner gets it, once: the token is known to nobody afterwards. */
export const ShareLink = z
  .object({ shareId: z.uuid(), token: ShareToken, expiresAt: z.iso.datetime() })
  .meta({ id: 'ShareLink' })
export type ShareLink = z.infer<typeof ShareLink>

export const sharingEndpoints = {
  getShareLink: defineEndpoint({
    method: 'GET',
    path: '/person_share/share-link',
    aliases: [],
    auth: 'verified',
    rate: 'write',
    summary: 'A new link by which others see a person; links given out before stay valid',
    query: z.object({ person_id: z.uuid() }),
    response: ShareLink,
    errors: ['person_not_found'],
  }),
  getSharedPerson: defineEndpoint({
    method: 'GET',
    path: '/person_share/person',
    aliases: [],
    auth: 'share',
    rate: 'share',
    summary: 'What the holder of a link may see of a person',
    query: z.object({ share_id: z.uuid(), token: ShareToken }),
    response: SharedPerson,
    errors: [],
  }),
}
