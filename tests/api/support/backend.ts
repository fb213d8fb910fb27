import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { compose } from '#backend/compose.ts'
import { readConfig } from '#backend/config.ts'
import { createLog } from '#backend/http/log.ts'
import { ErrorBody } from '#contract/errors.ts'
import { collect } from '#tests/support/collect.ts'
import { prepareDataDir } from '#tests/support/prepared-database.ts'
import { WITHOUT_CUT_OUT_NET } from '#tests/support/studio-work.ts'
import { PROJECT_ID, idToken, startIdentityEmulator } from './identity.ts'

export const DISABLED_UID = 'disabled'
export const GATEWAY_SECRET = 'what-site-and-backend-know-each-other-by'

/** For a Node that has a backend with PGlite for seconds: as the suites' own processes, see scripts/test/steps.ts. */
export const SHORT_LIVED = '--liftoff-only'

/** The environment of an embedded backend in `dataDir`. */
export function embeddedEnvironment(dataDir: string, identityHost: string) {
  return {
    DATA_DIR: dataDir,
    STORAGE_SECRET: 'a-secret-for-tests-of-32-or-more-characters',
    GATEWAY_SECRET,
    FIREBASE_PROJECT_ID: PROJECT_ID,
    FIREBASE_AUTH_EMULATOR_HOST: identityHost,
    LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
  }
}

/** A whole backend with its real database, files, queue and engine in a folder of its own; `chosen` stands before. */
export async function startBackend(chosen: Readonly<Record<string, string>> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'backend-'))
  await prepareDataDir(dataDir)
  const identity = await startIdentityEmulator(new Set([DISABLED_UID]))
  const environment = { ...embeddedEnvironment(dataDir, identity.host), ...WITHOUT_CUT_OUT_NET, ...chosen }
  // firebase-admin reads this one itself.
  process.env.FIREBASE_AUTH_EMULATOR_HOST = environment.FIREBASE_AUTH_EMULATOR_HOST
  const config = readConfig(environment)
  const backend = await compose(config, createLog(config.logLevel))
  const app = backend.app
  if (!app) throw new Error('no API in this role')
  let stopped: Promise<void> | undefined
  const stop = () => (stopped ??= backend.close())
  return {
    app,
    operations: backend.operations,
    dataDir,
    /** Ends the backend alone, as a signal does. */
    stop,
    async close() {
      await stop()
      await identity.close()
      await rm(dataDir, { recursive: true, force: true })
      collect()
    },
  }
}

export interface FormFile {
  field: string
  fileName: string
  bytes: Uint8Array
}

/** A multipart body as browsers encode it. */
export function multipart(files: readonly FormFile[]) {
  const boundary = '----form-boundary-7f3a'
  const parts = files.flatMap(({ field, fileName, bytes }) => [
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${fileName}"\r\n` +
        'content-type: application/octet-stream\r\n\r\n',
    ),
    bytes,
    Buffer.from('\r\n'),
  ])
  return {
    payload: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}

/** Calls of one user through the API's admission and routes. */
export function signedIn(app: FastifyInstance, uid: string) {
  const authorization = idToken(uid)
  return {
    get: (url: string) => app.inject({ method: 'GET', url, headers: { authorization } }),
    post: (url: string, body: object, further: Record<string, string> = {}) =>
      app.inject({ method: 'POST', url, headers: { ...further, authorization }, payload: body }),
    put: (url: string, body: object) =>
      app.inject({ method: 'PUT', url, headers: { authorization }, payload: body }),
    upload(url: string, files: readonly FormFile[], further: Record<string, string> = {}) {
      const { payload, headers } = multipart(files)
      return app.inject({ method: 'POST', url, headers: { ...further, ...headers, authorization }, payload })
    },
  }
}

/** The error of an answer, after checking that its body holds no other data. */
export function errorOf(answer: { statusCode: number; body: string }) {
  const { error } = ErrorBody.strict().parse(JSON.parse(answer.body))
  return {
    status: answer.statusCode,
    code: error.code,
    ...(error.parameter && { parameter: error.parameter }),
  }
}

/** Asks again until `isDone`, at most `timeoutMs`. */
export async function eventually<T>(
  ask: () => Promise<T>,
  isDone: (answer: T) => boolean,
  timeoutMs: number,
): Promise<T> {
  const until = Date.now() + timeoutMs
  for (;;) {
    const answer = await ask()
    if (isDone(answer)) return answer
    if (Date.now() > until) throw new Error(`not done after ${timeoutMs} ms: ${JSON.stringify(answer)}`)
    await new Promise((resolve) => setTimeout(resolve, 150))
  }
}
