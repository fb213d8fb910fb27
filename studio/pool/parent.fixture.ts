import type { FixtureCalls } from './calls.fixture.ts'
import { createPool } from './pool.ts'

// Run by a test, which then kills it: one child idle, one at work for ever.
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
