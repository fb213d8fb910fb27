import { assertRequiredParameters, type EndpointDefinition, type EndpointInput } from '#contract/endpoint.ts'
import type { EndpointName, Endpoints } from '#contract/endpoints.ts'
import { fillPath } from '#contract/path.ts'
import { CallError } from './call-error.ts'

export type CallInput<N extends EndpointName> = EndpointInput<Endpoints[N]>

interface InputParts {
  params?: object
  query?: object
  body?: object
  files?: readonly Blob[]
}

/** A call, ready to be sent by whichever transport. */
export interface PreparedRequest {
  definition: EndpointDefinition
  /** Path and query below the base address. */
  path: string
  body: string | FormData | undefined
  contentType: string | undefined
}

/**
 * Builds path, query, JSON or multipart from the input.
 * @throws RequiredParameterError before anything is sent, when a mandatory parameter is null or undefined
 * @throws CallError parameter_invalid, when one cannot be part of a path, or is blank there
 */
export function prepareRequest<D extends EndpointDefinition>(
  name: string,
  definition: D,
  input: EndpointInput<D>,
): PreparedRequest {
  const parts: InputParts = typeof input === 'object' && input !== null ? input : {}
  assertRequiredParameters(name, definition, parts)
  const params = Object.entries(parts.params ?? {}).map(([key, value]) => [key, String(value)] as const)
  const isBlank = params.some(([, value]) => value.trim() === '')
  const path = fillPath(definition.path, Object.fromEntries(params))
  if (path === undefined || isBlank) throw new CallError('parameter_invalid')
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(parts.query ?? {})) {
    if (value !== undefined && value !== null) query.set(key, String(value))
  }
  const search = query.size === 0 ? '' : `?${query.toString()}`
  const prepared = { definition, path: `${path}${search}` }
  if (definition.files) {
    const form = new FormData()
    for (const file of parts.files ?? []) {
      form.append(definition.files.field, file, file instanceof File ? file.name : 'image')
    }
    return { ...prepared, body: form, contentType: undefined }
  }
  if (!definition.body) return { ...prepared, body: undefined, contentType: undefined }
  return { ...prepared, body: JSON.stringify(parts.body), contentType: 'application/json' }
}
