import { setTimeout as pauseFor } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import { createLog } from './http/log.ts'

/** How long a collector or Sentry that does not answer may delay the end of the process. */
const FLUSH_MAX_MS = 2_000

export interface Telemetry {
  log: FastifyBaseLogger
  /** Flushes the last spans and error reports, for two seconds at most. Never throws. */
  close(): Promise<void>
}

/** The log, and where they are set the traces and reports of errors: nothing of them is loaded otherwise. */
export async function openTelemetry({
  logLevel,
  roles,
  telemetry: { traces, sentryDsn },
}: Pick<Config, 'logLevel' | 'roles' | 'telemetry'>): Promise<Telemetry> {
  const service = roles.answers ? 'api' : 'worker'
  const closeTraces =
    traces && (await import('./providers/traces/otlp.ts')).startTraces({ ...traces, service })
  const errors = sentryDsn === undefined ? undefined : await errorReports(sentryDsn)
  return {
    log: createLog(logLevel, undefined, errors?.lines),
    async close() {
      const ended = Promise.allSettled([closeTraces?.(), errors?.close()])
      await Promise.race([ended, pauseFor(FLUSH_MAX_MS, undefined, { ref: false })])
    },
  }
}

async function errorReports(dsn: string) {
  const [{ openErrorReports }, { errorLines }] = await Promise.all([
    import('#contract/error-reports.ts'),
    import('./http/error-lines.ts'),
  ])
  const reports = openErrorReports(dsn, { service: 'backend' })
  return { lines: errorLines(reports), close: () => reports.close() }
}
