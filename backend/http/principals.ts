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
import { isOneOf, isThroughGateway } from './client-address.ts'

export interface OperatorPrincipal {
  kind: 'operator'
  /** The address of their account; null for who holds the secret, and says the name with each change. */
  name: string | null
}

/** The caller of a call after admission. Limits count by it. */
export type Principal =
  | { kind: 'anonymous' }
  | { kind: 'user'; uid: string }
  | { kind: 'share'; share: SharePrincipal }
  | { kind: 'handoff'; handoff: HandoffPrincipal }
  | { kind: 'recipient'; recipient: RecipientPrincipal }
  | OperatorPrincipal

/** Who vouches for a caller. */
export interface Principals {
  identity: Identity
  /** The person for whom a phone's session uploads; undefined when the session is unknown, expired or revoked. */
  verifyHandoff: (sessionToken: string) => Promise<HandoffPrincipal | undefined>
  /** The person that a share token opens; undefined when the token is unknown, expired or revoked. */
  verifyShare: (token: string) => Promise<SharePrincipal | undefined>
  /** Of the gateway and the edge; without one no client's address is believed. */
  gatewaySecrets: readonly string[]
  /** What commands of operators prove themselves by. */
  operatorSecrets: readonly string[]
  /** The addresses of operators' accounts, in lower case. */
  operators: readonly string[]
}

const ANONYMOUS: Principal = { kind: 'anonymous' }
const ShareQuery = z.object({ token: ShareToken, share_id: z.string().optional() })

/**
 * @throws IdentityError, ProductError email_unverified, requires_recent_login, second_factor_required, route_not_found,
 *   share_invalid, handoff_invalid
 */
export async function authorize(
  definition: EndpointDefinition,
  principals: Principals,
  request: FastifyRequest,
): Promise<Principal> {
  const { identity, verifyHandoff, verifyShare } = principals
  switch (definition.auth) {
    case 'public':
    case 'signature':
      return ANONYMOUS
    case 'handoff': {
      const given = HandoffToken.safeParse(tokenOf(request))
      const handoff = given.success ? await verifyHandoff(given.data) : undefined
      if (!handoff) throw new ProductError('handoff_invalid')
      return { kind: 'handoff', handoff }
    }
    case 'operator':
      return operatorOf(definition, request, principals)
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
      assertRecent(definition, signedInAt)
      return { kind: 'user', uid }
    }
  }
}

/**
 * Who holds the secret, which no public way takes, or an account on the list that signed in with a second factor.
 * @throws IdentityError, ProductError second_factor_required, requires_recent_login, and route_not_found for any other
 *   account
 */
async function operatorOf(
  definition: EndpointDefinition,
  request: FastifyRequest,
  { identity, gatewaySecrets, operatorSecrets, operators }: Principals,
): Promise<OperatorPrincipal> {
  const given = tokenOf(request)
  if (given === '') throw new IdentityError('token_missing')
  if (!isThroughGateway(request, gatewaySecrets) && isOneOf(given, operatorSecrets))
    return { kind: 'operator', name: null }
  const { email, emailVerified, usedSecondFactor, signedInAt } = await identity.verify(given)
  if (email === undefined || !emailVerified || !operators.includes(email))
    throw new ProductError('route_not_found')
  if (!usedSecondFactor) throw new ProductError('second_factor_required')
  assertRecent(definition, signedInAt)
  return { kind: 'operator', name: email }
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

/** @throws ProductError requires_recent_login */
function assertRecent({ recentSignIn }: EndpointDefinition, signedInAt: Date): void {
  const isRecent = Date.now() - signedInAt.getTime() <= RECENT_SIGN_IN_MINUTES * 60_000
  if (recentSignIn && !isRecent) throw new ProductError('requires_recent_login')
}

/** The header holds the raw token; a `Bearer` prefix is accepted. */
function tokenOf(request: FastifyRequest): string {
  return (request.headers.authorization ?? '').replace(/^Bearer\s+/i, '').trim()
}
