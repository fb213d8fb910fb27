import { expect } from 'expect'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { isStampAlive } from './process-group.ts'
import { createSupervisor, type Part, type Supervisor } from './supervisor.ts'

let folder: string
let supervisor: Supervisor
let lines: string[]
let stamps: string[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'supervisor-'))
  lines = []
  stamps = []
  supervisor = createSupervisor({
    logDir: folder,
    stopTimeoutMs: 500,
    writeLine: (line) => lines.push(line),
    onParts: (parts) => (stamps = parts.map(({ stamp }) => stamp)),
  })
})

afterEach(async () => {
  await supervisor.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** A part that says "up", then does what `script` says. */
function part(name: string, script: string): Part {
  return {
    name,
    args: ['-e', `console.log('up'); ${script}`],
    env: {},
    isReady: () => Promise.resolve(lines.some((line) => line.startsWith(name) && line.endsWith('up'))),
  }
}

const FOREVER = 'setInterval(() => undefined, 1000)'

test('a part that crashes after it was healthy is reported with its last lines', async () => {
  await supervisor.start(part('steady', FOREVER))
  await supervisor.start(
    part('fragile', `setTimeout(() => { console.error('out of film'); process.exit(3) }, 200)`),
  )
  const failure = await supervisor.failed
  expect(failure.message).toContain('fragile ended with exit code 3')
  expect(failure.message).toContain('out of film')
})

test('a part that ends before it is healthy rejects at once, with the cause', async () => {
  const broken = {
    ...part('broken', `throw new Error('no such lens')`),
    isReady: () => Promise.resolve(false),
  }
  await expect(supervisor.start(broken)).rejects.toThrow(/broken ended with exit code 1[^]*no such lens/)
})

test('a part that is killed on purpose is no failure, and can be started again', async () => {
  await supervisor.start(part('killed', FOREVER))
  const [stamp = ''] = stamps
  await supervisor.kill('killed')
  expect(isStampAlive(stamp)).toBe(false)
  lines = []
  await supervisor.start(part('killed', FOREVER))
  await supervisor.kill('killed')
  await supervisor.start(part('fragile', `setTimeout(() => process.exit(3), 200)`))
  expect((await supervisor.failed).message).toContain('fragile ended')
})

test('stopping ends every part with its children, also one that ignores signals', async () => {
  const child = `require('child_process').spawn(process.execPath, ['-e', 'process.on("SIGTERM", () => {}); ${FOREVER}'])`
  await supervisor.start(part('parent', `${child}; ${FOREVER}`))
  await supervisor.start(part('plain', FOREVER))
  expect(stamps).toHaveLength(2)
  await supervisor.stop()
  expect(stamps.filter(isStampAlive)).toEqual([])
  expect(isStampAlive(supervisor.watchdogStamp)).toBe(false)
})

test('a command that ends by itself is awaited, and its failure reported', async () => {
  await supervisor.run({ name: 'build', args: ['-e', ''], env: {} })
  await expect(supervisor.run({ name: 'build', args: ['-e', 'process.exit(2)'], env: {} })).rejects.toThrow(
    'exit code 2',
  )
})
