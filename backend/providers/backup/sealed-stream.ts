import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** Begins every sealed stream; another layout gets another one. */
const MAGIC = Buffer.from('ALB1')
const SALT_BYTES = 32
const KEY_BYTES = 32
const TAG_BYTES = 16
/** Each piece is sealed by itself, so that nothing unproven is handed on and no stream is too long for the cipher. */
const PIECE_BYTES = 1024 * 1024
const COUNTER_BYTES = 11
const CIPHER = 'aes-256-gcm'

/** The stream was changed, cut off, is another one, or was sealed with another key. */
export class SealBrokenError extends Error {
  override readonly name = 'SealBrokenError'
}

/**
 * Encryption of streams with one key of 32 bytes: AES-256-GCM in pieces, under a key of the stream's own that is derived
 * from a random salt and the stream's name. The number of a piece, and whether it is the last, are its nonce: pieces that
 * are missing, repeated or in another order break the seal.
 */
export function createSeal(key: Uint8Array) {
  if (key.byteLength !== KEY_BYTES) throw new RangeError(`a key has ${KEY_BYTES} bytes`)
  const streamKey = (name: string, salt: Uint8Array) =>
    new Uint8Array(hkdfSync('sha256', key, salt, `stream ${name}`, KEY_BYTES))
  const nameKey = new Uint8Array(hkdfSync('sha256', key, '', 'names', KEY_BYTES))
  return {
    /** A pseudonym of a name for places that others may read; always the same for one name. */
    hiddenName: (name: string): string => createHmac('sha256', nameKey).update(name).digest('hex'),

    async *seal(name: string, content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      const salt = randomBytes(SALT_BYTES)
      const own = streamKey(name, salt)
      yield Buffer.concat([MAGIC, salt])
      for await (const { bytes, nonce } of pieces(createReader(content), PIECE_BYTES)) {
        const cipher = createCipheriv(CIPHER, own, nonce)
        yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
      }
    },

    /** @throws SealBrokenError */
    async *unseal(name: string, sealed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      const reader = createReader(sealed)
      const head = await reader.take(MAGIC.length + SALT_BYTES)
      if (!head.subarray(0, MAGIC.length).equals(MAGIC)) throw new SealBrokenError(`${name} is not sealed`)
      const own = streamKey(name, head.subarray(MAGIC.length))
      for await (const { bytes, nonce } of pieces(reader, PIECE_BYTES + TAG_BYTES)) {
        yield open(name, own, nonce, bytes)
      }
    },
  }
}

function open(name: string, key: Uint8Array, nonce: Uint8Array, piece: Buffer): Buffer {
  if (piece.length < TAG_BYTES) throw new SealBrokenError(`${name} is cut off`)
  const decipher = createDecipheriv(CIPHER, key, nonce)
  decipher.setAuthTag(piece.subarray(-TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(piece.subarray(0, -TAG_BYTES)), decipher.final()])
  } catch (error) {
    throw new SealBrokenError(`${name} was changed, or sealed with another key`, { cause: error })
  }
}

/** The rest of the stream in pieces of this size, bytes; the last one may be shorter, and empty. */
async function* pieces(reader: Reader, size: number) {
  for (let number = 0; ; number++) {
    const bytes = await reader.take(size)
    const isLast = await reader.isAtEnd()
    const nonce = Buffer.alloc(COUNTER_BYTES + 1, 0)
    nonce.writeUIntBE(number, COUNTER_BYTES - 6, 6)
    nonce[COUNTER_BYTES] = isLast ? 1 : 0
    yield { bytes, nonce }
    if (isLast) return
  }
}

type Reader = ReturnType<typeof createReader>

/** Takes a stream apart by lengths that are not its chunks'. */
function createReader(content: AsyncIterable<Uint8Array>) {
  const chunks = content[Symbol.asyncIterator]()
  let waiting: Uint8Array[] = []
  let waitingBytes = 0
  let isDone = false
  const fill = async (count: number): Promise<void> => {
    while (waitingBytes < count && !isDone) {
      const next = await chunks.next()
      if (next.done === true) isDone = true
      else {
        waiting.push(next.value)
        waitingBytes += next.value.byteLength
      }
    }
  }
  return {
    /** Reads `count` bytes; fewer only at the end. */
    async take(count: number): Promise<Buffer> {
      await fill(count)
      const all = Buffer.concat(waiting)
      const left = all.subarray(count)
      waiting = [left]
      waitingBytes = left.length
      return all.subarray(0, count)
    },
    async isAtEnd(): Promise<boolean> {
      await fill(1)
      return waitingBytes === 0
    },
  }
}
