import type { EndpointDefinition } from '#contract/endpoint.ts'
import type { EndpointTable } from '#contract/endpoints.ts'
import type { HandlersOf } from '#backend/features/call.ts'

/** A definition and its handler. */
export interface ServedCall {
  name: string
  definition: EndpointDefinition
  handle: (call: object) => Promise<unknown>
}

/** Puts each definition of a table together with its handler. */
export function serve<T extends EndpointTable>(table: T, handlers: HandlersOf<T>): ServedCall[] {
  return Object.entries(table).map(([name, definition]) => ({
    name,
    definition,
    // Sound by construction: inputs are parsed by the definition of the same name.
    handle: handlers[name] as (call: object) => Promise<unknown>,
  }))
}
