import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { ALLOCATOR } from '#scripts/start/allocator.ts'
import { freePort } from '#tests/api/support/free-port.ts'
import { embeddedEnvironment, eventually } from '#tests/api/support/backend.ts'
import { PROJECT_ID } from '#tests/api/support/identity.ts'

export const GATEWAY_SECRET = 'what-site-and-backend-know-each-other-by'
const START_TIMEOUT_MS = 60_000

export interface Running {
  url: string
  child: ChildProcess
}

/** Starts a process with no environment but the path; resolves when it answers. */
async function start(file: string, url: string, env: Record<string, string>): Promise<Running> {
  const child = spawn(process.execPath, [file], {
    env: {
      ...ALLOCATOR,
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      ALLOW_EMBEDDED: '1',
      GATEWAY_SECRET,
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ask = () =>
    fetch(url).then(
      () => true,
      () => false,
    )
  await eventually(ask, (isThere) => isThere, START_TIMEOUT_MS)
  return { url, child }
}

/** Starts the API as a process of its own, as in production. */
export async function startApi(databaseUrl: string, dataDir: string, identityHost: string): Promise<Running> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  return start('backend/main.ts', url, {
    ROLE: 'api',
    PAYMENTS: 'none',
    LOG_LEVEL: 'info',
    DATABASE: 'postgres',
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    BACKEND_PORT: String(port),
    BACKEND_PUBLIC_URL: url,
    STORAGE: 'files',
    STORAGE_SECRET: 'a-secret-for-benches-of-32-or-more-characters',
    FIREBASE_PROJECT_ID: PROJECT_ID,
    FIREBASE_AUTH_EMULATOR_HOST: identityHost,
  })
}

/** API, worker and database in one process, as `npm start` runs them. */
export async function startEmbedded(dataDir: string, identityHost: string): Promise<Running> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  return start('backend/main.ts', url, {
    ...embeddedEnvironment(dataDir, identityHost),
    PAYMENTS: 'none',
    BACKEND_PORT: String(port),
    BACKEND_PUBLIC_URL: url,
  })
}

export async function end({ child }: Pick<Running, 'child'>): Promise<void> {
  const gone = once(child, 'exit')
  child.kill()
  await gone
}
