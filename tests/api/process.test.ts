import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { expect } from 'expect'
import { CODE_CACHE, QUICK_START } from '#tests/support/backend-start.ts'
import { prepareDataDir } from '#tests/support/prepared-database.ts'
import { embeddedEnvironment, eventually, SHORT_LIVED } from './support/backend.ts'
import { freePort } from './support/free-port.ts'

let dataDir: string
before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'process-'))
  await prepareDataDir(dataDir)
})
after(() => rm(dataDir, { recursive: true, force: true }))

/** Runs the backend as its own process, and collects its output. */
function run(environment: Record<string, string>) {
  const { PATH = '' } = process.env
  const child = spawn(process.execPath, [SHORT_LIVED, QUICK_START, 'backend/main.ts'], {
    env: { NODE_ENV: 'test', PATH, ...CODE_CACHE, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = Promise.all([text(child.stdout), text(child.stderr)]).then((parts) => parts.join(''))
  const ended = once(child, 'exit').then(async ([code]) => ({
    code: code as number | null,
    said: await said,
  }))
  return { child, ended }
}

const settings = (port: number) => ({
  ...embeddedEnvironment(dataDir, '127.0.0.1:1'),
  LOG_LEVEL: 'info',
  BACKEND_PORT: String(port),
})

test('a missing setting stops the process, and is named', async () => {
  const { STORAGE_SECRET: _left, ...rest } = settings(1)
  const { code, said } = await run(rest).ended
  expect(code).toBe(1)
  expect(said).toBe('The backend cannot start: STORAGE_SECRET is missing\n')
})

test('the process starts, locks its folder and port against a second one, and stops on a signal', async () => {
  const port = await freePort()
  const first = run(settings(port))
  const healthy = () =>
    fetch(`http://127.0.0.1:${port}/healthz`).then(
      (answer) => answer.json(),
      () => undefined,
    )
  expect(await eventually(healthy, (answer) => answer !== undefined, 90_000)).toEqual({ status: 'ok' })

  const sameFolder = await run(settings(await freePort())).ended
  expect(sameFolder.code).toBe(1)
  expect(sameFolder.said).toContain('is open in another process')

  const elsewhere = await mkdtemp(join(tmpdir(), 'process-'))
  await prepareDataDir(elsewhere)
  const samePort = await run({ ...settings(port), DATA_DIR: elsewhere }).ended
  await rm(elsewhere, { recursive: true, force: true })
  expect(samePort.code).toBe(1)
  expect(samePort.said).toContain('EADDRINUSE')

  first.child.kill('SIGTERM')
  const { code, said } = await first.ended
  expect(code).toBe(0)
  expect(said).toContain('"msg":"ready"')
  expect(said).toContain('"msg":"stopping"')
})
