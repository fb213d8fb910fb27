import { setTimeout as pause } from 'node:timers/promises'
import { DrizzleQueryError } from 'drizzle-orm/errors'
import { UnavailableError } from '../outage/unavailable-error.ts'

/**
 * SQLSTATEs of a server that is out of reach, starts, ends, is full, or became a standby. A statement may succeed later.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const AWAY_STATES = /^(?:08|53|57P|58)|^25006$/
/** Another transaction was in the way: the whole transaction may be tried again at once. */
const CONFLICT_STATES = /^40(?:001|P01)$/
/** Another transaction held a lock for longer than `lock_timeout`. */
const LOCKED_STATE = '55P03'
const NETWORK_CODES: ReadonlySet<unknown> = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
])
/** Messages of node-postgres about connections, which have no code. */
const CLIENT_MESSAGES =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after)/

/** The database is not yet as this release needs it; a migration brings that. The message says what to do. */
export class SchemaMissingError extends Error {
  override readonly name = 'SchemaMissingError'
}

const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 5_000

/** Whether the server could not be asked, or could not do anything now. */
export function isDatabaseAway(error: unknown): boolean {
  return someCause(error, ({ code, message }) => {
    if (typeof code === 'string' && (AWAY_STATES.test(code) || NETWORK_CODES.has(code))) return true
    return CLIENT_MESSAGES.test(message)
  })
}

/** Whether two transactions were in each other's way: a deadlock, or a serialization failure. */
export function isConflict(error: unknown): boolean {
  return someCause(error, ({ code }) => typeof code === 'string' && CONFLICT_STATES.test(code))
}

/** Whether a statement gave up waiting for a lock. */
export function isLocked(error: unknown): boolean {
  return someCause(error, ({ code }) => code === LOCKED_STATE)
}

/** Whether a query failed because the server is away, wherever in the causes of an error it is. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return someCause(
    error,
    (cause) => cause instanceof DrizzleQueryError && (isDatabaseAway(cause.cause) || isConflict(cause.cause)),
  )
}

/**
 * Does `work` once the server can be reached and has the schema, however long that takes. `onWaiting` is called after each
 * failed attempt. @throws what `work` throws for any other reason, and the signal's reason
 */
export async function untilReachable<T>(
  work: () => Promise<T>,
  { signal, onWaiting }: { signal?: AbortSignal | undefined; onWaiting: (error: unknown) => void },
): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!isDatabaseAway(error) && !(error instanceof SchemaMissingError)) throw error
      onWaiting(error)
    }
    const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt)
    await pause(pauseMs, undefined, signal && { signal })
  }
}

/** The error that the port throws: `UnavailableError` for a failure that `isOfServer` recognizes, else the same error. */
export function translated(error: unknown, isOfServer: (error: unknown) => boolean): unknown {
  return isOfServer(error) ? new UnavailableError('database', { cause: error }) : error
}

function someCause(error: unknown, fits: (cause: Error & { code?: unknown }) => boolean): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (fits(cause)) return true
  return false
}
