import { createHash } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import type { Attachment, Call } from './messages.ts'
import { serve } from './serve.ts'

/** What a child can be asked in tests of the pool. */
export interface FixtureCalls {
  /** Its process id. */
  pid: Call<null, number>
  /** How late it has its turn, in steps of `nice`. */
  priority: Call<null, number>
  /** Writes its process id to the file and never ends, nor lets the process do anything else. */
  hang: Call<{ file: string }, never>
  /** Ends its process by the signal; with a file, only where there is none yet, and else answers. */
  end: Call<{ signal: NodeJS.Signals; file?: string }, string>
  /** Takes that much memory. */
  grow: Call<{ bytes: number }, null>
  throw: Call<string, never>
  environment: Call<null, string[]>
  /** Tells the parent what is no report. */
  babble: Call<null, never>
  /** SHA-256 of what is attached. */
  digest: Call<null, string, Attachment>
  /** What came in, and its type. */
  echo: Call<Uint8Array, { bytes: Uint8Array; type: string }>
}

function hang(): never {
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000)
}

serve<FixtureCalls>({
  pid: () => process.pid,
  priority: () => getPriority(),
  hang: ({ file }) => {
    writeFileSync(file, String(process.pid))
    hang()
  },
  end: ({ signal, file }) => {
    if (file && existsSync(file)) return 'this time it went well'
    if (file) writeFileSync(file, '')
    process.kill(process.pid, signal)
    hang()
  },
  grow: ({ bytes }) => {
    const taken: Buffer[] = []
    for (let left = bytes; left > 0; left -= 2 ** 24) taken.push(Buffer.alloc(2 ** 24, 1))
    hang()
    return null
  },
  throw: (message) => {
    throw new Error(message)
  },
  // eslint-disable-next-line no-restricted-properties -- it is the environment that the test asks for
  environment: () => Object.keys(process.env).sort(),
  babble: () => {
    process.send?.({ kind: 'done', output: 1 })
    hang()
  },
  digest: (_input, { bytes }) => createHash('sha256').update(bytes).digest('hex'),
  echo: (bytes) => ({ bytes, type: bytes.constructor.name }),
})
