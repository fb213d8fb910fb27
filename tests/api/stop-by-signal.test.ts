import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { expect } from 'expect'
import { z } from 'zod'
import { instanceFile } from '#scripts/start/instance.ts'
import { isStampAlive } from '#scripts/start/process-group.ts'
import { eventually } from './support/backend.ts'
import { freePort } from './support/free-port.ts'

const Running = z.object({
  starter: z.string(),
  watchdog: z.string().optional(),
  parts: z.array(z.object({ stamp: z.string() })),
})

let dataDir: string
let npm: ChildProcess | undefined
let stamps: string[] = []
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'stopped-'))
})
afterEach(async () => {
  for (const stamp of stamps.filter(isStampAlive)) process.kill(Number.parseInt(stamp, 10), 'SIGKILL')
  npm?.kill('SIGKILL')
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
})

test('a signal to npm ends every process of `npm run dev`', async () => {
  const ports = await Promise.all([freePort(), freePort(), freePort(), freePort()])
  const [SITE_PORT, BACKEND_PORT, INBOX_PORT, AUTH_PORT] = ports.map(String)
  npm = spawn('npm', ['run', '--silent', 'dev'], {
    env: { ...process.env, DATA_DIR: dataDir, SITE_PORT, BACKEND_PORT, INBOX_PORT, AUTH_PORT },
    stdio: 'ignore',
  })
  const running = await eventually(
    async () => {
      const text = await readFile(instanceFile(dataDir), 'utf8').catch(() => '{}')
      return Running.safeParse(JSON.parse(text || '{}')).data
    },
    (found) => (found?.parts.length ?? 0) >= 2,
    90_000,
  )
  stamps = [
    running?.starter ?? '',
    running?.watchdog ?? '',
    ...(running?.parts ?? []).map(({ stamp }) => stamp),
  ]
  expect(stamps.map(isStampAlive)).not.toContain(false)
  npm.kill('SIGTERM')
  await eventually(
    () => Promise.resolve(stamps.filter(isStampAlive)),
    (left) => left.length === 0,
    30_000,
  )
})
