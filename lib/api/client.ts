import {
  IDEMPOTENCY_HEADER,
  type EndpointAuth,
  type EndpointInput,
  type EndpointResult,
} from '#contract/endpoint.ts'
import { endpoints, type Endpoints, type KnownTable } from '#contract/endpoints.ts'
import { readAnswer, readFailure, type RawAnswer } from './answer.ts'
import { CallError, isTransient } from './call-error.ts'
import { prepareRequest, type PreparedRequest } from './request.ts'
import { sendWithProgress, type UploadOptions } from './upload.ts'

export interface ClientDeps {
  /** The gateway's address, e.g. `/api/backend`. */
  baseUrl: string
  /** The raw id token of the signed-in user; `refresh` asks for a new one. Undefined without a user. */
  getToken: (options: { refresh: boolean }) => Promise<string | undefined>
  fetch?: typeof fetch
  wait?: (ms: number) => Promise<void>
  /** The language of answers with sentences; the browser's own when absent. */
  locale?: () => string
  timeoutMs?: number
}

export interface CallOptions {
  signal?: AbortSignal
  /** Names the object to create, so that a repeat creates it once; for calls that are `idempotent`. */
  idempotencyKey?: string
  /** Sent one time only, although it is a read: each one makes something. */
  isOnce?: boolean
  /** The token of this phone's session; for calls by hand-off. */
  handoffToken?: string
}

/** The typed calls of a table, the product's when none is named. All reject with `CallError`, or `RequiredParameterError` before sending. */
export interface Client<T extends KnownTable<T> = Endpoints> {
  call: <N extends keyof T & string>(
    name: N,
    input: EndpointInput<T[N]>,
    options?: CallOptions,
  ) => Promise<EndpointResult<T[N]>>
  /** The same for calls that answer a file. */
  download: <N extends keyof T & string>(
    name: N,
    input: EndpointInput<T[N]>,
    options?: CallOptions,
  ) => Promise<Blob>
  /** The same for calls with files, telling how much has been sent. */
  upload: <N extends keyof T & string>(
    name: N,
    input: EndpointInput<T[N]>,
    options: UploadOptions,
  ) => Promise<EndpointResult<T[N]>>
}

const SAFE_ATTEMPTS = 3
/** Calls that bring the id token. */
const BY_ACCOUNT: readonly EndpointAuth[] = ['user', 'verified', 'operator']
const FIRST_PAUSE_MS = 300
const LONGEST_PAUSE_MS = 5_000

export function createClient(deps: ClientDeps): Client {
  return createClientOf(endpoints, deps)
}

/** The calls of one table. */
export function createClientOf<T extends KnownTable<T>>(table: T, deps: ClientDeps): Client<T> {
  const send = deps.fetch ?? fetch.bind(globalThis)
  const wait = deps.wait ?? ((ms) => new Promise((resolve) => setTimeout(resolve, ms)))

  /** Runs `attempt` with a token; a token that ran out on the way is renewed once. */
  async function authorized<R>(
    request: PreparedRequest,
    { handoffToken }: Pick<CallOptions, 'handoffToken'>,
    attempt: (token: string | undefined) => Promise<R>,
  ): Promise<R> {
    const { auth } = request.definition
    if (auth === 'handoff') {
      if (handoffToken === undefined) throw new CallError('handoff_invalid')
      return attempt(handoffToken)
    }
    if (!BY_ACCOUNT.includes(auth)) return attempt(undefined)
    const token = await deps.getToken({ refresh: false })
    if (token === undefined) throw new CallError('token_missing')
    try {
      return await attempt(token)
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== 'token_expired') throw error
      const renewed = await deps.getToken({ refresh: true })
      if (renewed === undefined) throw error
      return attempt(renewed)
    }
  }

  /** Sends one request; `read` takes its answer in before the time is over. */
  async function exchange<R>(
    read: (response: Response) => Promise<R>,
    request: PreparedRequest,
    token: string | undefined,
    { signal, idempotencyKey }: CallOptions,
  ): Promise<R> {
    const timeout = AbortSignal.timeout(deps.timeoutMs ?? 20_000)
    const headers = new Headers({ accept: 'application/json' })
    if (token !== undefined) headers.set('authorization', token)
    if (request.definition.localized && deps.locale) headers.set('accept-language', deps.locale())
    if (request.contentType !== undefined) headers.set('content-type', request.contentType)
    if (idempotencyKey !== undefined) headers.set(IDEMPOTENCY_HEADER, idempotencyKey)
    try {
      const response = await send(`${deps.baseUrl}${request.path}`, {
        method: request.definition.method,
        headers,
        ...(request.body === undefined ? {} : { body: request.body }),
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        credentials: 'omit',
        cache: request.definition.cache === undefined ? 'no-store' : 'default',
      })
      return await read(response)
    } catch (error) {
      if (error instanceof CallError) throw error
      if (signal?.aborted) throw new CallError('canceled', { cause: error })
      throw new CallError(timeout.aborted ? 'timeout' : 'network', { cause: error })
    }
  }

  /** Makes a call, again where that is safe and may help. */
  async function attempt<N extends keyof T & string, R>(
    name: N,
    input: EndpointInput<T[N]>,
    options: CallOptions,
    read: (response: Response) => Promise<R>,
  ): Promise<R> {
    const request = prepareRequest(name, table[name], input)
    const { method, idempotent } = request.definition
    const isSafe = method === 'GET' || (idempotent && options.idempotencyKey !== undefined)
    const attempts = isSafe && !options.isOnce ? SAFE_ATTEMPTS : 1
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await authorized(request, options, (token) => exchange(read, request, token, options))
      } catch (error) {
        if (attempt >= attempts || !isTransient(error) || (error.retryAfterMs ?? 0) > LONGEST_PAUSE_MS)
          throw error
        // Full jitter, so that many pages that lost the same server do not come back at once.
        const ceiling = Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), LONGEST_PAUSE_MS)
        await wait(error.retryAfterMs ?? Math.random() * ceiling)
      }
    }
  }

  return {
    call: (name, input, options = {}) =>
      attempt(name, input, options, async (response) => readAnswer(table[name], await rawAnswerOf(response))),

    download: (name, input, options = {}) =>
      attempt(name, input, options, async (response) => {
        // A refusal is JSON, not the file's type.
        if (!response.ok) throw readFailure(await rawAnswerOf(response))
        return response.blob()
      }),

    async upload(name, input, options) {
      const request = prepareRequest(name, table[name], input)
      return authorized(request, options, async (token) =>
        readAnswer(
          table[name],
          await sendWithProgress(`${deps.baseUrl}${request.path}`, request, token, options),
        ),
      )
    },
  }
}

async function rawAnswerOf(response: Response): Promise<RawAnswer> {
  const text = await response.text()
  return { status: response.status, text, header: (key) => response.headers.get(key) }
}
