import { randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import { expect } from 'expect'
import { SealBrokenError, createSeal } from './sealed-stream.ts'

const PIECE = 1024 * 1024
const HEAD_BYTES = 36
const SEALED_PIECE = PIECE + 16
const seal = createSeal(randomBytes(32))

async function* chunksOf(bytes: Uint8Array, size: number) {
  for (let from = 0; from < bytes.length; from += size)
    yield await Promise.resolve(bytes.subarray(from, from + size))
}
async function whole(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = []
  for await (const chunk of chunks) all.push(chunk)
  return Buffer.concat(all)
}
const sealed = (bytes: Uint8Array, name = 'a') => whole(seal.seal(name, chunksOf(bytes, 70_001)))
const unsealed = (bytes: Uint8Array, name = 'a') => whole(seal.unseal(name, chunksOf(bytes, 65_536)))

describe('a sealed stream', () => {
  for (const length of [0, 1, PIECE - 1, PIECE, PIECE + 1, 3 * PIECE]) {
    test(`gives ${length} bytes back`, async () => {
      const bytes = randomBytes(length)
      const kept = await sealed(bytes)
      expect((await unsealed(kept)).equals(bytes)).toBe(true)
    })
  }

  test('shows nothing of what it holds', async () => {
    const bytes = randomBytes(PIECE + 64)
    const kept = await sealed(bytes)
    expect(kept.includes(bytes.subarray(0, 64))).toBe(false)
    expect(kept.includes(bytes.subarray(PIECE))).toBe(false)
  })

  test('is another each time, so that equal files cannot be told', async () => {
    const bytes = randomBytes(100)
    expect((await sealed(bytes)).equals(await sealed(bytes))).toBe(false)
    expect(seal.hiddenName('persons/a')).toBe(seal.hiddenName('persons/a'))
  })

  const bytes = randomBytes(2 * PIECE + 5)
  const faults: [string, (kept: Buffer) => Buffer][] = [
    ['one bit changed', (kept) => (kept.writeUInt8(kept.readUInt8(PIECE) ^ 1, PIECE), kept)],
    ['its salt changed', (kept) => (kept.writeUInt8(kept.readUInt8(10) ^ 1, 10), kept)],
    ['its end cut off within a piece', (kept) => kept.subarray(0, -3)],
    ['its last piece cut off', (kept) => kept.subarray(0, HEAD_BYTES + 2 * SEALED_PIECE)],
    [
      'two pieces exchanged',
      (kept) =>
        Buffer.concat([
          kept.subarray(0, HEAD_BYTES),
          kept.subarray(HEAD_BYTES + SEALED_PIECE, HEAD_BYTES + 2 * SEALED_PIECE),
          kept.subarray(HEAD_BYTES, HEAD_BYTES + SEALED_PIECE),
          kept.subarray(HEAD_BYTES + 2 * SEALED_PIECE),
        ]),
    ],
    ['bytes after its end', (kept) => Buffer.concat([kept, Buffer.alloc(40)])],
    ['no head', () => Buffer.from('a picture')],
    ['nothing', () => Buffer.alloc(0)],
  ]
  for (const [fault, spoil] of faults) {
    test(`with ${fault} is refused`, async () => {
      await expect(sealed(bytes).then((kept) => unsealed(spoil(kept)))).rejects.toThrow(SealBrokenError)
    })
  }

  test('under another name, or with another key, is refused', async () => {
    const kept = await sealed(bytes, 'one')
    await expect(unsealed(kept, 'other')).rejects.toThrow(SealBrokenError)
    const stranger = createSeal(randomBytes(32))
    await expect(whole(stranger.unseal('one', chunksOf(kept, 4096)))).rejects.toThrow(SealBrokenError)
  })
})
