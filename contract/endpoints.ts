import { analyticsEndpoints } from './analytics.ts'
import { accountEndpoints } from './account.ts'
import { bundleEndpoints } from './bundles.ts'
import { creditEndpoints } from './credits.ts'
import { correctionEndpoints } from './directory-corrections.ts'
import { directoryEndpoints } from './directory.ts'
import { discountEndpoints } from './discounts.ts'
import type { EndpointDefinition } from './endpoint.ts'
import { engineHookEndpoints } from './engine-hooks.ts'
import { feedbackEndpoints } from './feedback.ts'
import { imageSharingEndpoints } from './image-sharing.ts'
import { loggingEndpoints } from './logging.ts'
import { matchPath, normalizePath, parametersOf } from './path.ts'
import { paymentEndpoints } from './payments.ts'
import { personEndpoints } from './persons.ts'
import { processingEndpoints } from './processing.ts'
import { recipientEndpoints } from './recipients.ts'
import { referralEndpoints } from './referrals.ts'
import { deletionEndpoints } from './deletion.ts'
import { handoffEndpoints } from './phone-upload.ts'
import { headshotFileEndpoints } from './headshot-files.ts'
import { repairEndpoints } from './repairs.ts'
import { rerollEndpoints } from './rerolls.ts'
import { sharingEndpoints } from './sharing.ts'
import { statusEndpoints } from './status.ts'
import { verificationEndpoints } from './verification.ts'
import { withdrawalEndpoints } from './withdrawals.ts'

/** Every call between site and backend. Client, gateway, routes and OpenAPI are functions of this table. */
export const endpoints = {
  ...personEndpoints,
  ...accountEndpoints,
  ...bundleEndpoints,
  ...handoffEndpoints,
  ...rerollEndpoints,
  ...repairEndpoints,
  ...headshotFileEndpoints,
  ...paymentEndpoints,
  ...withdrawalEndpoints,
  ...engineHookEndpoints,
  ...sharingEndpoints,
  ...directoryEndpoints,
  ...correctionEndpoints,
  ...verificationEndpoints,
  ...processingEndpoints,
  ...statusEndpoints,
  ...recipientEndpoints,
  ...imageSharingEndpoints,
  ...feedbackEndpoints,
  ...analyticsEndpoints,
  ...creditEndpoints,
  ...discountEndpoints,
  ...loggingEndpoints,
  ...referralEndpoints,
  ...deletionEndpoints,
} satisfies Record<string, EndpointDefinition>

export type Endpoints = typeof endpoints
export type EndpointName = keyof Endpoints
export const ENDPOINT_NAMES = Object.keys(endpoints) as EndpointName[]

/** Calls by name: the product's, or a table of one's own. */
export type EndpointTable = Readonly<Record<string, EndpointDefinition>>
/** A table whose names are known: `T extends KnownTable<T>`. */
export type KnownTable<T> = Readonly<Record<keyof T, EndpointDefinition>>

export interface FoundEndpoint {
  name: string
  definition: EndpointDefinition
  /** The reading that was asked for: the canonical path or an alias. */
  pattern: string
  /** Decoded. */
  params: Record<string, string>
}

/** A path that a call is served at. */
interface Reading {
  name: string
  definition: EndpointDefinition
  pattern: string
  hasParameters: boolean
}

const readingsOf = new WeakMap<EndpointTable, readonly Reading[]>()

/** All readings of a table in its order; made once, as every call asks for them. */
function readings(table: EndpointTable): readonly Reading[] {
  const known = readingsOf.get(table)
  if (known) return known
  const all = Object.entries(table).flatMap(([name, definition]) =>
    [definition.path, ...definition.aliases].map((pattern) => ({
      name,
      definition,
      pattern,
      hasParameters: parametersOf(pattern).length > 0,
    })),
  )
  readingsOf.set(table, all)
  return all
}

/** The call that a table serves at this method and path. */
export function findEndpoint(table: EndpointTable, method: string, path: string): FoundEndpoint | undefined {
  const given = normalizePath(path)
  for (const { name, definition, pattern, hasParameters } of readings(table)) {
    if (definition.method !== method || (!hasParameters && pattern !== given)) continue
    const params = matchPath(pattern, given)
    if (params) return { name, definition, pattern, params }
  }
  return undefined
}
