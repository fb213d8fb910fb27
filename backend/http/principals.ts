import type { FastifyRequest } from 'fastify'
import type { EndpointDefinition } from '#contract/endpoint.ts'
import { ProductError } from '#contract/errors.ts'
import type { Identity } from '#backend/providers/identity/port.ts'

/** Who calls, after the door looked. Limits count by it. */
export type Principal = { kind: 'nobody' } | { kind: 'user'; uid: string }

const NOBODY: Principal = { kind: 'nobody' }

/** @throws IdentityError, ProductError email_unverified */
export async function authorize(
  definition: EndpointDefinition,
  identity: Identity,
  request: FastifyRequest,
): Promise<Principal> {
  switch (definition.auth) {
    case 'public':
    case 'share':
    case 'signature':
      return NOBODY
    case 'user':
    case 'verified': {
      const { uid, emailVerified } = await identity.verify(tokenOf(request))
      if (definition.auth === 'verified' && !emailVerified) throw new ProductError('email_unverified')
      return { kind: 'user', uid }
    }
  }
}

/** The token stands raw in the header; the customary scheme before it is tolerated. */
function tokenOf(request: FastifyRequest): string {
  return (request.headers.authorization ?? '').replace(/^Bearer\s+/i, '').trim()
}
