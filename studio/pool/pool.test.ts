import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { getPriority, tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { after, before, describe, test } from 'node:test'
import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import type { FixtureCalls } from './calls.fixture.ts'
import { createPool } from './pool.ts'
import type { Pool, PoolOptions } from './pool.ts'
import { isAlive, pidIn, until } from './processes.fixture.ts'

/** Processes start slowly on a busy machine. */
const SLOW_MS = 600_000

let folder: string
let files = 0
const pools: Pool<FixtureCalls>[] = []

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pool-'))
})
after(async () => {
  await Promise.all(pools.map((pool) => pool.close()))
  await rm(folder, { recursive: true })
})

function open(options: Partial<PoolOptions<keyof FixtureCalls>> = {}): Pool<FixtureCalls> {
  const pool = createPool<FixtureCalls>({
    program: new URL('./child.fixture.ts', import.meta.url),
    size: 1,
    queueLength: 16,
    callCpuMs: SLOW_MS,
    callTimeoutMs: SLOW_MS,
    idleTimeoutMs: SLOW_MS,
    memoryMaxBytes: 2 ** 30,
    ...options,
  })
  pools.push(pool)
  return pool
}

const fresh = (): string => path.join(folder, String(files++))
const pidOf = (pool: Pool<FixtureCalls>): Promise<number> => pool.call('pid', [])

/** A call that never ends by itself: the code it is ended with, and its process. */
async function hanging(pool: Pool<FixtureCalls>): Promise<{ code: Promise<unknown>; pid: number }> {
  const file = fresh()
  const code = codeOf(pool.call('hang', [file]))
  return { code, pid: await pidIn(file) }
}

function codeOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => 'answered',
    (error: unknown): unknown => Reflect.get(Object(error), 'code'),
  )
}

test('the calling process survives closing, timing out and killing 24 children in mid-work', async () => {
  const size = 4
  const four = <T>(make: () => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: size }, make))
  let ends = 0
  const impatient = open({ size, callTimeoutMs: 50 })
  while (ends < 24) {
    const [closed, killed] = [open({ size }), open({ size })]
    const [toClose, toKill, timedOut] = await Promise.all([
      four(() => hanging(closed)),
      four(() => hanging(killed)),
      four(() => codeOf(impatient.call('hang', [fresh()]))),
    ])
    for (const { pid } of toKill) process.kill(pid, 'SIGKILL')
    await until(() => toKill.every(({ pid }) => !isAlive(pid)))
    await Promise.all([closed.close(), killed.close()])
    const codes = await Promise.all([...toClose, ...toKill].map(({ code }) => code))
    expect(codes.every((code) => code === 'closed')).toBe(true)
    expect(timedOut.every((code) => code === 'timed_out')).toBe(true)
    expect(toClose.some(({ pid }) => isAlive(pid))).toBe(false)
    ends += 3 * size
  }
  expect(await codeOf(pidOf(open()))).toBe('answered')
})

describe('a child that ends in mid-call', () => {
  testEach(['SIGSEGV', 'SIGABRT'] as const)(
    'once, by %s: the call is made again by a fresh one',
    async (signal) => {
      const pool = open()
      const before = await pidOf(pool)
      expect(await pool.call('end', [signal, fresh()])).toBe('this time it went well')
      expect(await pidOf(pool)).not.toBe(before)
    },
  )

  test('again: the call fails with its reason, and the next is answered', async () => {
    const pool = open()
    const call = pool.call('end', ['SIGSEGV'])
    await expect(call).rejects.toMatchObject({
      code: 'crashed',
      message: 'end: its process ended with SIGSEGV',
    })
    expect(await codeOf(pidOf(pool))).toBe('answered')
  })

  test('a repeated call goes to a fresh child, though another is idle', async () => {
    const pool = open({ size: 2 })
    const pids = await Promise.all([pidOf(pool), pidOf(pool)])
    await pool.call('end', ['SIGSEGV', fresh()])
    // The idle child did not take it, and is still there.
    const after = await Promise.all([pidOf(pool), pidOf(pool)])
    expect(after.filter((pid) => pids.includes(pid))).toHaveLength(1)
  })

  test('a child that exceeds its memory limit is ended, though its main thread is blocked', async () => {
    const pool = open({ memoryMaxBytes: 300 * 2 ** 20 })
    await expect(pool.call('grow', [600 * 2 ** 20])).rejects.toMatchObject({
      code: 'crashed',
    })
    expect(await codeOf(pidOf(pool))).toBe('answered')
  })

  test('a child that does not start is reported as such', async () => {
    const pool = open({ program: new URL('./missing.fixture.ts', import.meta.url) })
    await expect(pidOf(pool)).rejects.toMatchObject({
      code: 'worker_failed',
      message: expect.stringContaining('missing.fixture.ts'),
    })
  })

  test('an invalid report is ignored', async () => {
    expect(await codeOf(open().call('sendInvalidReport', []))).toBe('crashed')
  })
})

describe('a child', () => {
  test('does not see the environment of the process that started it', async () => {
    expect(await open().call('environment', [])).toEqual(['GLIBC_TUNABLES', 'NODE_COMPILE_CACHE', 'NODE_ENV'])
  })

  test('has a lower priority than the process that answers requests', async () => {
    expect(await open().call('priority', [])).toBe(Math.min(19, getPriority() + 10))
  })

  test('ends after idling, and the next call starts another', async () => {
    const pool = open({ idleTimeoutMs: 20 })
    const first = await pidOf(pool)
    await until(() => !isAlive(first))
    expect(await pidOf(pool)).not.toBe(first)
  })

  test("survives signals meant for its parent's terminal", async () => {
    const pool = open()
    const pid = await pidOf(pool)
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.kill(pid, signal)
    expect(await pidOf(pool)).toBe(pid)
  })

  test('ends when its parent is killed, idle or in the midst of work', async () => {
    const file = fresh()
    const program = fileURLToPath(new URL('./parent.fixture.ts', import.meta.url))
    const parent = spawn(process.execPath, [program, file], { stdio: ['ignore', 'pipe', 'inherit'] })
    const idle = Number(await new Promise((resolve) => parent.stdout.once('data', resolve)))
    const busy = await pidIn(file)
    expect([isAlive(idle), isAlive(busy)]).toEqual([true, true])
    parent.kill('SIGKILL')
    await until(() => !isAlive(idle) && !isAlive(busy))
  })
})

describe('a call', () => {
  test('that throws fails alone', async () => {
    const pool = open()
    const pid = await pidOf(pool)
    await expect(pool.call('throw', ['no good'])).rejects.toMatchObject({
      code: 'worker_failed',
      message: expect.stringContaining('no good'),
    })
    expect(await pidOf(pool)).toBe(pid)
  })

  test('that exceeds its processor time is ended without a repeat, and is told from one that waits', async () => {
    const pool = open({ callCpuMs: 600 })
    const pid = await pidOf(pool)
    expect(await pool.call('rest', [1500])).toBe('rested')
    // Each call has the whole limit for itself.
    for (const call of [1, 2, 3]) expect([call, await pool.call('burnCpu', [250])]).toEqual([call, 'burned'])
    expect(await pidOf(pool)).toBe(pid)
    expect(await codeOf(pool.call('burnCpu', [Infinity]))).toBe('cpu_exceeded')
    expect(await codeOf(pidOf(pool))).toBe('answered')
  })

  test('whose input cannot be sent fails alone', async () => {
    const pool = open()
    const input = Object.assign(new Uint8Array(1), { no: () => undefined })
    expect(await codeOf(pool.call('echo', [input]))).toBe('answered')
    const cannot = new Proxy(new Uint8Array(1), {})
    expect(await codeOf(pool.call('echo', [cannot]))).toBe('worker_failed')
    expect(await codeOf(pidOf(pool))).toBe('answered')
  })

  test('aborted while it runs leaves its child alive, aborted while it waits frees its place', async () => {
    const pool = open({ queueLength: 1 })
    const pid = await pidOf(pool)
    const reason = new Error('changed my mind')
    const [running, waiting] = [new AbortController(), new AbortController()]
    const calls = Promise.allSettled([
      pool.call('echo', [new Uint8Array(2 ** 22)], running.signal),
      pool.call('pid', [], waiting.signal),
    ])
    waiting.abort(reason)
    const next = pidOf(pool)
    expect(await codeOf(pidOf(pool))).toBe('queue_full')
    running.abort(reason)
    expect(await calls).toEqual([
      { status: 'rejected', reason },
      { status: 'rejected', reason },
    ])
    expect(await next).toBe(pid)
  })

  test('of the urgent kind goes before queued ones', async () => {
    const pool = open({ urgent: ['pid'] })
    const order: string[] = []
    const done = (name: string) => () => void order.push(name)
    await Promise.all([
      pool.call('environment', []).then(done('first')),
      pool.call('environment', []).then(done('queued')),
      pidOf(pool).then(done('urgent')),
    ])
    expect(order).toEqual(['first', 'urgent', 'queued'])
  })

  test('carries bytes there and back', async () => {
    const pool = open()
    const bytes = new Uint8Array(2 ** 20).map((_, index) => index * 31)
    const answer = await pool.call('echo', [bytes])
    expect(answer.type).toBe('Uint8Array')
    expect(Buffer.compare(answer.bytes, bytes)).toBe(0)
  })

  test('of a closed pool fails', async () => {
    const pool = open()
    await pool.close()
    expect(await codeOf(pidOf(pool))).toBe('closed')
  })
})

test('the resources used by the children are reported', async () => {
  const pool = open()
  await pool.call('echo', [new Uint8Array(1)])
  await pool.call('echo', [new Uint8Array(1)])
  expect(pool.usage().cpuMs).toBeGreaterThan(1)
})
