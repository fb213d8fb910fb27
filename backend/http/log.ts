import { pino } from 'pino'
import type { FastifyBaseLogger } from 'fastify'

/** What follows in a database error are the values of the query: names, keys. */
const QUERY_VALUES = /\nparams: .*/gs

/** One JSON line per event on standard output; no tokens, no queries, no personal data. */
export function createLog(level: string): FastifyBaseLogger {
  return pino({
    level,
    serializers: { err: describeError, req: () => undefined, res: () => undefined },
    redact: { paths: ['authorization', '*.authorization', 'idToken', '*.idToken'], remove: true },
  })
}

interface DescribedError {
  name: string
  message: string
  stack?: string
  cause?: DescribedError
}

function describeError(error: unknown): DescribedError {
  if (!(error instanceof Error)) return { name: 'NonError', message: typeof error }
  return {
    name: error.name,
    message: error.message.replace(QUERY_VALUES, ''),
    ...(error.stack && { stack: error.stack.replace(QUERY_VALUES, '') }),
    ...(error.cause instanceof Error && { cause: describeError(error.cause) }),
  }
}
