import { z } from 'zod'
import { RequiredParameterError, type ErrorCode } from './errors.ts'
import { parametersOf } from './path.ts'
import type { RateClass } from './rate.ts'

export type HttpMethod = 'GET' | 'POST' | 'PUT'

/**
 * Who may call: anyone · a signed-in user · a signed-in user with verified e-mail · the holder of a share token,
 * a link's or a recipient's · a recipient by their own token · a phone by its upload session · the signer of the raw
 * body, which the handler verifies · an operator, by the secret of their calls or by an account on their list.
 */
export type EndpointAuth =
  'public' | 'user' | 'verified' | 'share' | 'recipient' | 'handoff' | 'signature' | 'operator'

/** Repeated multipart parts of one field name. */
export interface FilesDefinition {
  field: string
  maxCount: number
  /** Of each. */
  maxSizeBytes: number
}

/** A body that is handed on byte by byte, because a signature covers exactly these. */
export interface RawBodyDefinition {
  maxBytes: number
  /** Names of the headers the handler reads, in lower case. */
  headers: readonly string[]
}

/**
 * `no-store`, or how long any cache may keep the answer, and for how long after that it may serve the old one while
 * it fetches a new one.
 */
export type CachePolicy = 'no-store' | { publicSeconds: number; staleSeconds: number }

export interface EndpointDefinition {
  method: HttpMethod
  /** Canonical path at the backend, without trailing slash (one is accepted); parameters as `{name}`. */
  path: `/${string}`
  /**
   * Other readings of the path, served alike, with the same parameters; one of the query may be in the path there.
   */
  aliases: readonly `/${string}`[]
  auth: EndpointAuth
  /** Requires a sign-in within `RECENT_SIGN_IN_MINUTES`, because the call's effect cannot be undone. */
  recentSignIn?: true
  /** The rate limit its calls count towards. */
  rate: RateClass
  /** `no-store` when absent. Only answers that are the same for every caller may be cached. */
  cache?: CachePolicy
  /** The answer, or the mail it sends, is in the language of `Accept-Language`. */
  localized?: true
  /** A repeat by the same caller with the same `Idempotency-Key` gets the first call's answer. */
  idempotent?: true
  summary: string
  /** The parameters in the path. */
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodObject
  files?: FilesDefinition
  raw?: RawBodyDefinition
  /** The answer is a file, streamed while it is made; `response` then describes its text, or its bytes as one. */
  stream?: { mediaType: string }
  response: z.ZodType
  /** Codes of this call beyond those of every call of its kind. */
  errors: readonly ErrorCode[]
}

/** Declares one call. Its key in the endpoint table is its handler name, `operationId` and client name. */
export function defineEndpoint<const D extends EndpointDefinition>(definition: D): D {
  return definition
}

/** Parameters of the query that this reading of the path carries itself. */
export function queryInPath({ params }: Pick<EndpointDefinition, 'params'>, path: string): string[] {
  return parametersOf(path).filter((name) => !(name in (params?.shape ?? {})))
}

/** Makes a repeated call harmless; the caller chooses a new key for each new operation. */
export const IdempotencyKey = z.string().regex(/^[\w-]{8,64}$/)
export const IDEMPOTENCY_HEADER = 'idempotency-key'

type InputOf<S> = S extends z.ZodType ? z.input<S> : never
type OutputOf<S> = S extends z.ZodType ? z.output<S> : never

/** What the caller gives: only the parts the definition has. */
export type EndpointInput<D extends EndpointDefinition> = (D extends { params: infer P extends z.ZodObject }
  ? { params: InputOf<P> }
  : unknown) &
  (D extends { query: infer Q extends z.ZodObject } ? { query: InputOf<Q> } : unknown) &
  (D extends { body: infer B extends z.ZodObject } ? { body: InputOf<B> } : unknown) &
  (D extends { files: FilesDefinition } ? { files: readonly Blob[] } : unknown)

/** A handler's input: parameters, query and body after parsing. Files are streamed to it separately. */
export type EndpointArguments<D extends EndpointDefinition> = (D extends {
  params: infer P extends z.ZodObject
}
  ? { params: OutputOf<P> }
  : unknown) &
  (D extends { query: infer Q extends z.ZodObject } ? { query: OutputOf<Q> } : unknown) &
  (D extends { body: infer B extends z.ZodObject } ? { body: OutputOf<B> } : unknown)

/** A caller's result. */
export type EndpointResult<D extends EndpointDefinition> = z.output<D['response']>
/** A handler's answer. */
export type EndpointAnswer<D extends EndpointDefinition> = D extends { stream: object }
  ? AsyncIterable<string | Uint8Array>
  : z.input<D['response']>

/** Codes of every call. */
const COMMON_ERRORS = ['rate_limited', 'internal', 'unavailable'] as const satisfies readonly ErrorCode[]
const TOKEN_ERRORS = [
  'token_missing',
  'token_invalid',
  'token_expired',
  'user_disabled',
  'account_deleted',
] as const satisfies readonly ErrorCode[]

/** An account that is not on the list learns no more of these calls than of one that does not exist. */
const OPERATOR_ERRORS = [
  ...TOKEN_ERRORS,
  'route_not_found',
  'second_factor_required',
] as const satisfies readonly ErrorCode[]

/** Every code this call can answer with: its own and those that follow from its parts. */
export function errorCodesOf(definition: EndpointDefinition): readonly ErrorCode[] {
  const codes = new Set<ErrorCode>([...definition.errors, ...COMMON_ERRORS])
  if (definition.params || definition.query) codes.add('parameter_required').add('parameter_invalid')
  if (definition.idempotent) codes.add('parameter_invalid')
  if (definition.auth === 'signature') codes.add('signature_invalid')
  if (definition.auth === 'share' || definition.auth === 'recipient') codes.add('share_invalid')
  if (definition.body) codes.add('parameter_required')
  // A caller who may send a body may also send a bad one, even where none is expected.
  if (definition.method !== 'GET') codes.add('body_invalid').add('body_too_large')
  if (definition.method !== 'GET' && !definition.raw) codes.add('media_type_unsupported')
  if (definition.auth === 'handoff') codes.add('handoff_invalid')
  if (definition.auth === 'operator') OPERATOR_ERRORS.forEach((code) => codes.add(code))
  if (definition.auth === 'user' || definition.auth === 'verified')
    TOKEN_ERRORS.forEach((code) => codes.add(code))
  if (definition.auth === 'verified') codes.add('email_unverified')
  if (definition.recentSignIn) codes.add('requires_recent_login')
  return [...codes].sort()
}

/** Names of the mandatory members of parameters, query or body: those that do not accept `undefined`. */
export function requiredKeys(schema: z.ZodObject): string[] {
  return Object.entries(schema.shape)
    .filter(([, member]) => !(member as z.ZodType).safeParse(undefined).success)
    .map(([name]) => name)
}

/**
 * Rejects before a request is sent when a mandatory parameter is null or undefined.
 * @throws RequiredParameterError naming the parameter and the operation
 */
export function assertRequiredParameters(
  operation: string,
  definition: EndpointDefinition,
  input: { params?: unknown; query?: unknown; body?: unknown; files?: readonly unknown[] | null },
): void {
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = definition[part]
    if (!schema) continue
    const given: Readonly<Record<string, unknown>> = { ...(input[part] ?? {}) }
    for (const name of requiredKeys(schema)) {
      if (given[name] === null || given[name] === undefined) throw new RequiredParameterError(name, operation)
    }
  }
  if (definition.files && !input.files?.length) {
    throw new RequiredParameterError(definition.files.field, operation)
  }
}
