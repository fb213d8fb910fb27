import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, test } from 'node:test'
import { expect } from 'expect'
import type { FixtureCalls } from './calls.fixture.ts'
import { isAlive, pidIn, until } from './processes.fixture.ts'

let folder: string
let askers: ChildProcess[]

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'shared-'))
  askers = []
})
afterEach(async () => {
  await Promise.all(askers.map(goAway))
  await rm(folder, { recursive: true })
})

/** A process that shares its calls' child with the other processes of this test. */
function asker({ lingerMs = 20 } = {}): ChildProcess {
  const program = fileURLToPath(new URL('./asker.fixture.ts', import.meta.url))
  const started = fork(program, [JSON.stringify({ name: 'a net', lingerMs })], {
    env: { NODE_ENV: 'test', TMPDIR: folder },
  })
  askers.push(started)
  return started
}

/** The outcome of one call; an asker makes one at a time. */
function ask<Name extends keyof FixtureCalls>(
  from: ChildProcess,
  name: Name,
  ...input: Parameters<FixtureCalls[Name]>
): Promise<unknown> {
  return told(from, { name, input })
}

/** Processor time of the asker's calls, milliseconds. */
const usedBy = (one: ChildProcess): Promise<unknown> => told(one, 'usage')

async function told(by: ChildProcess, order: object | string): Promise<unknown> {
  const answered = once(by, 'message')
  by.send(order)
  const [{ answer }] = (await answered) as [{ answer: unknown }]
  return answer
}

async function goAway(one: ChildProcess): Promise<void> {
  if (one.exitCode !== null || one.signalCode !== null) return
  const gone = once(one, 'exit')
  one.kill('SIGKILL')
  await gone
}

const inFolder = (name: string): string => path.join(folder, name)
const socketFolder = (): string => inFolder(`studio-${userInfo().uid}`)

test('processes that call at the same time share one child, which ends after the last; the next caller starts another', async () => {
  const four = [asker(), asker(), asker(), asker()]
  const pids = await Promise.all(four.map((one) => ask(one, 'pid')))
  const [pid] = pids
  expect(pids).toEqual([pid, pid, pid, pid])
  expect(four.map((one) => one.pid)).not.toContain(pid)
  await Promise.all(four.map(goAway))
  await until(() => !isAlive(Number(pid)))
  expect(await ask(asker(), 'pid')).not.toBe(pid)
  await until(() => readdirSync(socketFolder()).length === 1)
})

test('when the shared child is killed during a call, one new child answers all calls', async () => {
  const [one, other] = [asker(), asker()]
  const pid = await ask(one, 'pid')
  expect(await ask(other, 'pid')).toBe(pid)
  const hung = ask(one, 'hangOnce', inFolder('hung'))
  expect(await pidIn(inFolder('hung'))).toBe(pid)
  const waiting = ask(other, 'pid')
  process.kill(Number(pid), 'SIGKILL')
  const answers = await Promise.all([hung, waiting])
  expect(answers[0]).toBe(answers[1])
  expect(answers).not.toContain(pid)
})

test('the call of a process that has ended is skipped', async () => {
  const [one, other] = [asker(), asker()]
  await Promise.all([ask(one, 'pid'), ask(other, 'pid')])
  const held = ask(one, 'awaitFile', inFolder('go on'))
  // Two processes send: which call arrives first is certain only once the first has begun.
  await until(() => existsSync(inFolder('go on.begun')))
  other.send({ name: 'hangOnce', input: [inFolder('hung')] })
  await usedBy(other)
  await goAway(other)
  writeFileSync(inFolder('go on'), '')
  expect(await held).toBe('there')
  expect(await ask(one, 'rest', 0)).toBe('rested')
  expect(existsSync(inFolder('hung'))).toBe(false)
})

test("no other user can enter the socket's folder, and a folder open to others is refused", async () => {
  await ask(asker(), 'pid')
  expect(statSync(socketFolder()).mode & 0o777).toBe(0o700)
  await chmod(socketFolder(), 0o755)
  expect(await ask(asker(), 'pid')).toMatch(/is not this user's alone/)
})

test('the processor time of a call is reported to its caller', async () => {
  const [one, other] = [asker(), asker()]
  expect(await ask(one, 'burnCpu', 300)).toBe('burned')
  expect(await ask(other, 'burnCpu', 1)).toBe('burned')
  const [own, others] = [await usedBy(one), await usedBy(other)]
  expect(own).toBeGreaterThanOrEqual(300)
  expect(others).toBeLessThan(300)
})
