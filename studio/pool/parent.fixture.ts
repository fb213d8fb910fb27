import type { FixtureCalls } from './calls.fixture.ts'
import { createPool } from './pool.ts'

// A program that a test starts and then kills: one of its children is idle, one works for ever.
const [, , file = ''] = process.argv
const pool = createPool<FixtureCalls>({
  program: new URL('./child.fixture.ts', import.meta.url),
  size: 2,
  queueLength: 4,
  callCpuMs: 600_000,
  callTimeoutMs: 600_000,
  idleTimeoutMs: 600_000,
  memoryMaxBytes: 2 ** 30,
})
const [idle] = await Promise.all([pool.call('pid', []), pool.call('pid', [])])
void pool.call('hang', [file])
process.stdout.write(`${idle}\n`)
