import { createStackParser, createTransport, type Event } from '@sentry/core'
import { nodeStackLineParser, ServerRuntimeClient } from '@sentry/core/server'

export interface ReportedError {
  name: string
  message: string
  stack?: string | undefined
  cause?: ReportedError | undefined
}

export interface ErrorReports {
  /** Sends an error, and of what surrounds it these words alone. Never throws. */
  report(error: ReportedError, tags: Readonly<Record<string, string | undefined>>): void
  /** Waits a moment for reports on their way. */
  close(): Promise<void>
}

const CLOSE_MS = 2_000
const SEND_MS = 10_000
const parseStack = createStackParser(nodeStackLineParser())

/** What is longer says nothing more, and may be anything. */
const MESSAGE_MAX_LENGTH = 2_000

/** Addresses, mail addresses, and words long enough for a token, an id or a key. */
const PRIVATE: readonly [RegExp, string][] = [
  [/\b\w+:\/\/\S+/g, '[address]'],
  [/[^\s@"'<>]+@[^\s@"'<>]+/g, '[mail]'],
  [/[\w+/=-]{24,}/g, '[token]'],
]

/** A sentence without what might name or open something. */
export function withoutPrivateParts(sentence: string): string {
  const said = sentence.slice(0, MESSAGE_MAX_LENGTH)
  return PRIVATE.reduce((text, [pattern, instead]) => text.replace(pattern, instead), said)
}

/** Sends errors to Sentry, or to what speaks its protocol: no request, no user, no machine goes with them. */
export function openErrorReports(dsn: string, { service }: { service: 'backend' | 'site' }): ErrorReports {
  const client = new ServerRuntimeClient({
    dsn,
    integrations: [],
    stackParser: parseStack,
    sendClientReports: false,
    transport: (options) =>
      createTransport(options, async ({ body }) => {
        const { status, headers } = await fetch(options.url, {
          method: 'POST',
          body: body as BodyInit,
          headers: { ...options.headers },
          signal: AbortSignal.timeout(SEND_MS),
        })
        return {
          statusCode: status,
          headers: {
            'x-sentry-rate-limits': headers.get('x-sentry-rate-limits'),
            'retry-after': headers.get('retry-after'),
          },
        }
      }),
  })
  client.init()
  return {
    report(error, tags) {
      client.captureEvent({
        level: 'error',
        tags: { service, ...masked(tags) },
        exception: { values: valuesOf(error) },
      })
    },
    close: () => Promise.resolve(client.close(CLOSE_MS)).then(() => undefined),
  }
}

function masked(tags: Readonly<Record<string, string | undefined>>) {
  const told = Object.entries(tags).map(
    ([name, value]) => [name, value && withoutPrivateParts(value)] as const,
  )
  return Object.fromEntries(told)
}

type ExceptionValue = NonNullable<NonNullable<Event['exception']>['values']>[number]

/** The first cause stands first, as the protocol wants it. */
function valuesOf({ name, message, stack, cause }: ReportedError): ExceptionValue[] {
  const frames = parseStack(stack ?? '')
  const own = { type: name, value: withoutPrivateParts(message), stacktrace: { frames } }
  return [...(cause ? valuesOf(cause) : []), own]
}
