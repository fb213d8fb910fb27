import { compose } from './compose.ts'
import { readConfig, type Config } from './config.ts'
import { ConfigError } from './environment.ts'
import { openTelemetry } from './telemetry.ts'

/** A shutdown that takes longer is cut short: running jobs survive that. */
const SHUTDOWN_MAX_MS = 15_000

function readConfigOrExit(): Config {
  try {
    return readConfig()
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`The backend cannot start: ${error.message}\n`)
    process.exit(1)
  }
}

const config = readConfigOrExit()
const telemetry = await openTelemetry(config)
const { log } = telemetry

let isCrashing = false
function crash(err: unknown): void {
  log.fatal({ err }, 'the backend ends on an unexpected error')
  if (isCrashing) process.exit(1)
  isCrashing = true
  void telemetry.close().finally(() => process.exit(1))
}
process.on('uncaughtException', crash)
process.on('unhandledRejection', crash)

const stopping = new AbortController()
const starting = compose(config, log, { signal: stopping.signal })
function stop(signal: NodeJS.Signals): void {
  if (stopping.signal.aborted) return
  stopping.abort()
  log.info({ signal }, 'stopping')
  setTimeout(() => process.exit(1), SHUTDOWN_MAX_MS).unref()
  starting
    .then((backend) => backend.close())
    .then(() => telemetry.close())
    .then(
      () => process.exit(0),
      // It waited for the database still: nothing is under way.
      (error: unknown) => (isAbort(error) ? process.exit(0) : crash(error)),
    )
}
const isAbort = (error: unknown) => error instanceof Error && error.name === 'AbortError'
process.on('SIGTERM', stop)
process.on('SIGINT', stop)

const { answers, works } = config.roles
const roles = [...(answers ? ['api'] : []), ...works]
const { app, operations } = await starting
const address = await app?.listen({ host: config.http.host, port: config.http.port })
if (config.http.operationsPort !== undefined)
  await operations.listen({ host: config.http.host, port: config.http.operationsPort })
log.info({ roles, address: address ?? null }, 'ready')
