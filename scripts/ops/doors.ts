import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ErrorBody } from '#contract/errors.ts'
import { OperatorAnswer, operatorEndpoints, type OperatorCall } from '#contract/operators.ts'
import { Database } from '#backend/config/database.ts'
import { ConfigError, readEnvironment } from '#backend/environment.ts'
import { addressesOf, backendEnvironment, DEFAULT_PORTS } from '#scripts/start/backend-environment.ts'
import { runningBackendUrl } from '#scripts/start/instance.ts'
import { root } from '#scripts/start/root.ts'
import { readOrCreateSecrets } from '#scripts/start/secrets.ts'
import { DoorError, type Environment, type Place } from './place.ts'

const CALL_TIMEOUT_MS = 30_000
/** Any of them makes an environment of its own; without them the data folder of `npm start` is meant. */
const OWN_ENVIRONMENT = ['DATABASE', 'DATABASE_URL', 'DATABASE_URL_FILE', 'FIREBASE_PROJECT_ID']

/**
 * Asks the API of the running product; where none runs, does it here on the product's database, by the same code.
 * @throws DoorError
 */
export async function askOperators(
  call: OperatorCall,
  body: object,
  env: Environment = process.env,
): Promise<OperatorAnswer> {
  const place = placeOf(env)
  const { backendUrl, operatorSecret } = place
  if (backendUrl !== undefined && operatorSecret !== undefined) {
    const answer = await askApi(`${backendUrl}${operatorEndpoints[call].path}`, operatorSecret, body)
    if (answer) return answer
  }
  // Large, and not loaded where an API answers.
  const { askHere } = await import('./in-process.ts')
  return askHere(place, call, body)
}

/**
 * Migrates a PostgreSQL, also while an older release runs on it; undefined for an embedded database, whose owner migrates
 * it. @throws DoorError
 */
export async function migrateHere(env: Environment = process.env): Promise<OperatorAnswer | undefined> {
  if (env['DATABASE'] !== 'postgres') return undefined
  const settings = Database.safeParse(environmentOf(env)).data
  if (settings?.kind !== 'postgres') throw new DoorError('DATABASE_URL is missing.')
  // Large, and not loaded where an API is asked.
  const { migrateDatabase } = await import('#backend/compose-migrations.ts')
  try {
    await migrateDatabase(settings.url)
  } catch (error) {
    throw new DoorError(
      `The database is not migrated: ${error instanceof Error ? error.message : String(error)}.`,
    )
  }
  return { outcome: 'done', rows: [], note: 'The database (postgres) has every migration.' }
}

/** @throws DoorError where neither an environment nor a started product is found */
export function placeOf(env: Environment = process.env): Place {
  if (OWN_ENVIRONMENT.some((name) => env[name])) {
    const environment = backendSettings(env)
    const { BACKEND_URL, BACKEND_HOST = '127.0.0.1', BACKEND_PORT = '4100', OPERATOR_SECRET } = environment
    return {
      backendUrl: (BACKEND_URL ?? `http://${BACKEND_HOST}:${BACKEND_PORT}`).replace(/\/$/, ''),
      // Of two the API takes both.
      operatorSecret: OPERATOR_SECRET?.trim().split(/\s+/)[0],
      environment,
    }
  }
  const dataDir = resolve(root, env['DATA_DIR'] ?? '.data')
  if (!existsSync(join(dataDir, 'database')))
    throw new DoorError(
      `Nothing was started yet in ${dataDir}: "npm start" makes it, or DATA_DIR names another folder.`,
    )
  return {
    backendUrl: runningBackendUrl(dataDir),
    operatorSecret: readOrCreateSecrets(dataDir).operatorSecret,
    environment: backendSettings(env),
  }
}

/**
 * What a backend on this machine is configured by: an environment of its own, or else the data folder of `npm start`, which is
 * made where there is none. @throws DoorError
 */
export function backendSettings(env: Environment = process.env): Environment {
  if (OWN_ENVIRONMENT.some((name) => env[name])) return environmentOf(env)
  const dataDir = resolve(root, env['DATA_DIR'] ?? '.data')
  const options = { dataDir, mode: 'built', logLevel: 'silent' } as const
  const settings = backendEnvironment(options, addressesOf(DEFAULT_PORTS), readOrCreateSecrets(dataDir))
  return { ...env, ...settings }
}

/** @throws DoorError */
function environmentOf(env: Environment): Environment {
  try {
    return readEnvironment(env)
  } catch (error) {
    if (error instanceof ConfigError) throw new DoorError(`${error.message}.`)
    throw error
  }
}

/** Undefined where nothing listens. @throws DoorError */
async function askApi(url: string, secret: string, body: object): Promise<OperatorAnswer | undefined> {
  let response: Response
  try {
    response = await fetch(url, {
      method: 'POST',
      headers: { authorization: secret, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
    })
  } catch (error) {
    if (isRefused(error)) return undefined
    throw new DoorError(`The API at ${url} does not answer.`)
  }
  const text = await response.text()
  if (response.ok) return OperatorAnswer.parse(JSON.parse(text))
  throw new DoorError(sentenceOf(url, text))
}

/** Whether no process listens there, or not yet. */
function isRefused(error: unknown): boolean {
  const cause: unknown = error instanceof Error ? error.cause : undefined
  return typeof cause === 'object' && cause !== null && 'code' in cause && cause.code === 'ECONNREFUSED'
}

function sentenceOf(url: string, text: string): string {
  const { code, parameter, requestId } = errorIn(text)
  if (code === 'route_not_found')
    return `The API at ${url} has no door for operators: OPERATOR_SECRET is not set there.`
  if (code === 'token_invalid') return `The API at ${url} does not take this OPERATOR_SECRET.`
  if (code === 'rate_limited') return 'Too many calls within the last minute: try again in a minute.'
  if (code === 'unavailable') return 'A service that the product needs for this is away: try again later.'
  const about = parameter === undefined ? '' : ` (${parameter})`
  return `The API answers ${code}${about}; its log says more under ${requestId}.`
}

function errorIn(text: string) {
  try {
    return ErrorBody.parse(JSON.parse(text)).error
  } catch {
    return { code: 'bad_response', parameter: undefined, requestId: '-' }
  }
}
