import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { EndpointDefinition } from '#contract/endpoint.ts'
import { ProductError } from '#contract/errors.ts'
import { RECENT_SIGN_IN_MINUTES } from '#contract/limits.ts'
import { HandoffToken } from '#contract/phone-upload.ts'
import { ShareToken } from '#contract/sharing.ts'
import type { RecipientPrincipal } from '#backend/features/sharing/share-recipients.ts'
import type { HandoffPrincipal } from '#backend/features/phone-upload/phone-upload-service.ts'
import type { SharePrincipal } from '#backend/features/sharing/sharing-service.ts'
import { IdentityError, type Identity } from '#backend/providers/identity/identity-port.ts'
import { isOneOf } from './client-address.ts'

/** The caller of a call after admission. Limits count by it. */
export type Principal =
  | { kind: 'nobody' }
  | { kind: 'user'; uid: string }
  | { kind: 'share'; share: SharePrincipal }
  | { kind: 'handoff'; handoff: HandoffPrincipal }
  | { kind: 'recipient'; recipient: RecipientPrincipal }
  | { kind: 'operator' }

/** Who vouches for a caller. */
export interface Principals {
  identity: Identity
  /** The person for whom a phone's session uploads; undefined when the session is unknown, expired or revoked. */
  verifyHandoff: (sessionToken: string) => Promise<HandoffPrincipal | undefined>
  /** The person that a share token opens; undefined when the token is unknown, expired or revoked. */
  verifyShare: (token: string) => Promise<SharePrincipal | undefined>
  /** What operators prove themselves by; without one none may call. */
  operatorSecrets: readonly string[]
}

const NOBODY: Principal = { kind: 'nobody' }
const ShareQuery = z.object({ token: ShareToken, share_id: z.string().optional() })

/** @throws IdentityError, ProductError email_unverified, requires_recent_login, share_invalid, handoff_invalid */
export async function authorize(
  definition: EndpointDefinition,
  { identity, verifyHandoff, verifyShare, operatorSecrets }: Principals,
  request: FastifyRequest,
): Promise<Principal> {
  switch (definition.auth) {
    case 'public':
    case 'signature':
      return NOBODY
    case 'handoff': {
      const given = HandoffToken.safeParse(tokenOf(request))
      const handoff = given.success ? await verifyHandoff(given.data) : undefined
      if (!handoff) throw new ProductError('handoff_invalid')
      return { kind: 'handoff', handoff }
    }
    case 'operator': {
      const given = tokenOf(request)
      if (given === '') throw new IdentityError('token_missing')
      if (!isOneOf(given, operatorSecrets)) throw new IdentityError('token_invalid')
      return { kind: 'operator' }
    }
    case 'share':
      return { kind: 'share', share: await shareOf(request, verifyShare) }
    case 'recipient': {
      const { recipientId, ...share } = await shareOf(request, verifyShare)
      // The link's own token is no recipient's.
      if (recipientId === null) throw new ProductError('share_invalid')
      return { kind: 'recipient', recipient: { ...share, recipientId } }
    }
    case 'user':
    case 'verified': {
      const { uid, emailVerified, signedInAt } = await identity.verify(tokenOf(request))
      if (definition.auth === 'verified' && !emailVerified) throw new ProductError('email_unverified')
      if (definition.recentSignIn && !isRecent(signedInAt)) throw new ProductError('requires_recent_login')
      return { kind: 'user', uid }
    }
  }
}

/** @throws ProductError share_invalid */
async function shareOf(
  request: FastifyRequest,
  verifyShare: Principals['verifyShare'],
): Promise<SharePrincipal> {
  const given = ShareQuery.safeParse(request.query)
  const share = given.success ? await verifyShare(given.data.token) : undefined
  const isOfAnother = given.data?.share_id !== undefined && given.data.share_id !== share?.shareId
  if (!share || isOfAnother) throw new ProductError('share_invalid')
  return share
}

function isRecent(signedInAt: Date): boolean {
  return Date.now() - signedInAt.getTime() <= RECENT_SIGN_IN_MINUTES * 60_000
}

/** The header holds the raw token; a `Bearer` prefix is accepted. */
function tokenOf(request: FastifyRequest): string {
  return (request.headers.authorization ?? '').replace(/^Bearer\s+/i, '').trim()
}
