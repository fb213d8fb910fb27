import type { FastifyRequest } from 'fastify'
import type { EndpointDefinition } from '#contract/endpoint.ts'
import { ProductError } from '#contract/errors.ts'
import { RATE_LIMITS, type RateClass } from '#contract/rate.ts'
import { IdentityError, type IdentityErrorCode } from '#backend/providers/identity/identity-port.ts'
import type { Limiter, RateRule } from '#backend/providers/limiter/limiter-port.ts'
import { clientAddressOf, isFromSite } from './client-address.ts'
import { authorize, type Principal, type Principals } from './principals.ts'

/** The counted rules: the contract's rate classes, by caller, and refused tokens, by address. */
export type AdmissionRule = RateClass | 'refused-token'

/** Many people may share one address, and a token that has just expired is no attack. */
const REFUSED_TOKENS: RateRule = { limit: 300, windowSeconds: 60 }
export const ADMISSION_RULES: Readonly<Record<AdmissionRule, RateRule>> = {
  ...RATE_LIMITS,
  'refused-token': REFUSED_TOKENS,
}

/** Refusals that cost a verification. */
const COUNTED: ReadonlySet<IdentityErrorCode> = new Set([
  'token_invalid',
  'token_expired',
  'user_disabled',
  'account_deleted',
])

/** Decides before a call's body is read whether it may proceed, and returns its caller. */
export type Admission = (request: FastifyRequest, definition: EndpointDefinition) => Promise<Principal>

export interface AdmissionDeps extends Principals {
  limiter: Limiter<AdmissionRule>
}

/** @throws IdentityError, ProductError email_unverified, second_factor_required, route_not_found, share_invalid, handoff_invalid, rate_limited */
export function createAdmission({ limiter, ...principals }: AdmissionDeps): Admission {
  const { gatewaySecrets } = principals
  return async (request, definition) => {
    const address = clientAddressOf(request, gatewaySecrets)
    refuse(await limiter.look('refused-token', address))
    const principal = await authorize(definition, principals, request).catch(async (error: unknown) => {
      if (isRefusedToken(error)) {
        await limiter.count('refused-token', address)
      }
      throw error
    })
    // Thousands of pages are rendered for a crawler; their reads are the same for every visitor and are not counted.
    const isForPage = definition.method === 'GET' && principal.kind === 'anonymous'
    if (isForPage && isFromSite(request, gatewaySecrets)) return principal
    refuse(await limiter.count(definition.rate, callerOf(principal, address)))
    return principal
  }
}

function isRefusedToken(error: unknown): boolean {
  if (error instanceof IdentityError) return COUNTED.has(error.code)
  return error instanceof ProductError && ['share_invalid', 'handoff_invalid'].includes(error.code)
}

function callerOf(principal: Principal, address: string): string {
  if (principal.kind === 'user') return `user ${principal.uid}`
  if (principal.kind === 'recipient') return `recipient ${principal.recipient.recipientId}`
  if (principal.kind === 'handoff') return `handoff ${principal.handoff.handoffId}`
  if (principal.kind === 'operator')
    return principal.name === null ? 'operators' : `operator ${principal.name}`
  if (principal.kind === 'anonymous') return `address ${address}`
  const { recipientId, shareId } = principal.share
  return recipientId === null ? `share ${shareId}` : `recipient ${recipientId}`
}

function refuse(retryAfterSeconds: number | null): void {
  if (retryAfterSeconds !== null) throw new ProductError('rate_limited', { retryAfterSeconds })
}
