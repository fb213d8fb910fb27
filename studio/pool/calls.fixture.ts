import { existsSync, writeFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { setImmediate } from 'node:timers/promises'
import { until } from './processes.fixture.ts'

function hang(): never {
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000)
}

/** Calls of a child in tests of the pool. */
export const handlers = {
  /** The child's process id. */
  pid: () => process.pid,
  /** The child's scheduling priority, in steps of `nice`. */
  priority: () => getPriority(),
  /** Writes the process id to the file, then blocks its process for ever. */
  hang: (file: string): never => {
    writeFileSync(file, String(process.pid))
    return hang()
  },
  /** The same the first time; then, with the file there, the process id. */
  hangOnce: (file: string): number => {
    if (existsSync(file)) return process.pid
    writeFileSync(file, String(process.pid))
    return hang()
  },
  /**
   * Writes `<file>.begun`, then waits for the file without blocking the process; by then every message sent before the
   * file was written has arrived.
   */
  awaitFile: async (file: string): Promise<string> => {
    writeFileSync(`${file}.begun`, '')
    await until(() => existsSync(file))
    for (let turn = 0; turn < 10; turn++) await setImmediate()
    return 'there'
  },
  /** Keeps a processor busy until it has used that much more processor time, milliseconds. */
  burnCpu: (cpuMs: number): string => {
    const before = process.cpuUsage()
    for (;;) {
      const { user, system } = process.cpuUsage(before)
      if (user + system > cpuMs * 1000) return 'burned'
    }
  },
  /** Lets that much time pass without a processor, milliseconds. */
  rest: (ms: number): string => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
    return 'rested'
  },
  /** Ends its process by the signal; with a file, only where there is none yet, and else answers. */
  end: (signal: NodeJS.Signals, file?: string): string => {
    if (file && existsSync(file)) return 'this time it went well'
    if (file) writeFileSync(file, '')
    process.kill(process.pid, signal)
    return hang()
  },
  /** Takes that much memory. */
  grow: (bytes: number): never => {
    const taken: Buffer[] = []
    for (let left = bytes; left > 0; left -= 2 ** 24) taken.push(Buffer.alloc(2 ** 24, 1))
    return hang()
  },
  throw: (message: string): never => {
    throw new Error(message)
  },
  // eslint-disable-next-line no-restricted-properties -- it is the environment that the test asks for
  environment: () => Object.keys(process.env).sort(),
  /** Sends the parent an invalid report. */
  sendInvalidReport: (): never => {
    process.send?.({ kind: 'done', output: 1 })
    return hang()
  },
  /** Returns the input, and its type. */
  echo: (bytes: Uint8Array) => ({ bytes, type: bytes.constructor.name }),
}
export type FixtureCalls = typeof handlers
