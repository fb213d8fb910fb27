import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { zipOf } from './archive.ts'

const signal = new AbortController().signal
const members = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ name: `${n}.jpg`, source: `k/${n}`, madeAt: new Date(0) }))

const CHUNK_BYTES = 64 * 1024

test('megabytes of files pass through a few chunks of memory, one file open at a time', async () => {
  let open = 0
  let most = 0
  let handedOut = 0
  let taken = 0
  let ahead = 0
  const storage = {
    read: () => {
      most = Math.max(most, ++open)
      const stream = Readable.from(
        (function* () {
          for (let n = 0; n < 64; n++) {
            handedOut += CHUNK_BYTES
            yield Buffer.alloc(CHUNK_BYTES, n)
          }
        })(),
        { highWaterMark: 1 },
      )
      stream.once('end', () => open--)
      return Promise.resolve(stream)
    },
  }
  const hash = createHash('sha256')
  for await (const chunk of zipOf(storage, members(12), signal)) {
    taken += chunk.byteLength
    ahead = Math.max(ahead, handedOut - taken)
    hash.update(chunk)
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(most).toBe(1)
  expect(taken).toBeGreaterThan(12 * 64 * CHUNK_BYTES)
  expect(ahead).toBeLessThan(8 * CHUNK_BYTES)
})

testEach<[string, () => Promise<Readable | undefined>]>([
  ['is gone', () => Promise.resolve(undefined)],
  ['cannot be opened', () => Promise.reject(new Error('no file'))],
  [
    'breaks off',
    () =>
      Promise.resolve(
        new Readable({
          read() {
            this.destroy(new Error('no file any more'))
          },
        }),
      ),
  ],
])('a file that %s ends the ZIP with its reason', async (_name, read) => {
  const reading = async () => {
    for await (const _chunk of zipOf({ read }, members(2), signal));
  }
  await expect(reading()).rejects.toThrow('no file')
})

test('an abort ends the ZIP, and closes the open file', async () => {
  const stopping = new AbortController()
  const stream = Readable.from([Buffer.alloc(10), Buffer.alloc(10)])
  const reading = async () => {
    for await (const _chunk of zipOf({ read: () => Promise.resolve(stream) }, members(2), stopping.signal)) {
      stopping.abort(new Error('stopping'))
    }
  }
  await expect(reading()).rejects.toThrow('stopping')
  expect(stream.destroyed).toBe(true)
})
