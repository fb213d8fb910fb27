import type { FixtureCalls } from './calls.fixture.ts'
import { createPool } from './pool.ts'
import type { SharedOptions } from './shared.ts'

// A program that tests start several times with one shared process: makes the calls it is sent, and reports how they
// ended.
const [, , shared = ''] = process.argv
const pool = createPool<FixtureCalls>({
  program: new URL('./shared-child.fixture.ts', import.meta.url),
  size: 1,
  queueLength: 4,
  callCpuMs: 600_000,
  callTimeoutMs: 600_000,
  idleTimeoutMs: 600_000,
  memoryMaxBytes: 2 ** 30,
  shared: JSON.parse(shared) as SharedOptions,
})
process.on('message', (order: 'usage' | { name: 'pid'; input: [] }) => {
  if (order === 'usage') return void process.send?.({ answer: pool.usage().cpuMs })
  const { name, input } = order
  return void pool.call(name, input).then(
    (answer) => process.send?.({ answer }),
    (error: unknown) => process.send?.({ answer: String(error) }),
  )
})
