import { bundleEndpoints } from './bundles.ts'
import type { EndpointDefinition } from './endpoint.ts'
import { paymentEndpoints } from './payments.ts'
import { personEndpoints } from './persons.ts'

/** Every call between site and backend. Client, gateway, routes and OpenAPI are functions of this table. */
export const endpoints = {
  ...personEndpoints,
  ...bundleEndpoints,
  ...paymentEndpoints,
} satisfies Record<string, EndpointDefinition>

export type Endpoints = typeof endpoints
export type EndpointName = keyof Endpoints
export const ENDPOINT_NAMES = Object.keys(endpoints) as EndpointName[]

/** Path without its trailing slash, which callers may or may not send. */
export function normalizePath(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}

/** The call served at this method and path, by its canonical path or an alias. */
export function findEndpoint(method: string, path: string): EndpointName | undefined {
  const wanted = normalizePath(path)
  return ENDPOINT_NAMES.find((name) => {
    const { method: served, path: canonical, aliases }: EndpointDefinition = endpoints[name]
    return served === method && (canonical === wanted || aliases.some((alias) => alias === wanted))
  })
}
