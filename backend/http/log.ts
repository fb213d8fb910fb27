import { isSpanContextValid, trace } from '@opentelemetry/api'
import { multistream, pino, type DestinationStream, type LoggerOptions } from 'pino'
import type { FastifyBaseLogger } from 'fastify'
import { toProductError } from './errors.ts'

/** A database error goes on with the values of the query, such as names and keys. */
const QUERY_VALUES = /\nparams: .*/gs

/**
 * One JSON line per event, on standard output by default; no tokens, no queries, no personal data.
 * @param errors takes the lines about errors as well
 */
export function createLog(
  level: string,
  destination: DestinationStream = standardOutput(),
  errors?: DestinationStream,
): FastifyBaseLogger {
  const options: LoggerOptions = {
    level,
    serializers: { err: describeError, req: () => undefined, res: () => undefined },
    mixin: traceOfLine,
    redact: { paths: ['authorization', '*.authorization', 'idToken', '*.idToken'], remove: true },
  }
  if (errors === undefined) return pino(options, destination)
  const streams = [
    { stream: destination, level: 'trace' as const },
    { stream: errors, level: 'error' as const },
  ]
  return pino(options, multistream(streams))
}

/** Leads from a line to the trace that it is part of, where there is one. */
function traceOfLine(): { traceId?: string } {
  const span = trace.getActiveSpan()?.spanContext()
  return span && isSpanContextValid(span) ? { traceId: span.traceId } : {}
}

/** Lines that a full disk does not take are lost, and nothing else is. */
function standardOutput(): DestinationStream {
  const output = pino.destination({ fd: process.stdout.fd, sync: true })
  output.on('error', () => undefined)
  return output
}

interface DescribedError {
  name: string
  message: string
  stack?: string
  cause?: DescribedError
  /** A service did not answer: no error of ours. */
  isAway?: true
}

/** Of the system, as drivers repeat them in their messages. */
const NO_CONNECTION = /\b(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH)\b/

function describeError(error: unknown): DescribedError {
  if (!(error instanceof Error)) return { name: 'NonError', message: typeof error }
  return {
    name: error.name,
    message: error.message.replace(QUERY_VALUES, ''),
    ...(error.stack && { stack: error.stack.replace(QUERY_VALUES, '') }),
    ...(error.cause instanceof Error && { cause: describeError(error.cause) }),
    ...(isAway(error) && { isAway: true }),
  }
}

function isAway(error: Error): boolean {
  return toProductError(error).code === 'unavailable' || NO_CONNECTION.test(error.message)
}
