import { createHash } from 'node:crypto'
import { z } from 'zod'

/**
 * Magic, version and header length (32-bit little-endian), SHA-256 of all the rest of the file, JSON header, blobs one after
 * the other.
 */
const PREFIX_BYTES = 44
const DIGEST = { from: 12, to: PREFIX_BYTES } as const
const MAGIC_BYTES = 4

export class PersonModelError extends Error {
  override name = 'PersonModelError'
}

export interface BlobFileKind {
  /** Four ASCII characters. */
  magic: string
  version: number
}

/** One file; the same header and blobs give the same bytes. */
export function writeBlobFile(kind: BlobFileKind, header: unknown, blobs: readonly Uint8Array[]): Uint8Array {
  const text = Buffer.from(JSON.stringify({ header, sizes: blobs.map(({ length }) => length) }))
  const prefix = Buffer.alloc(PREFIX_BYTES)
  prefix.write(kind.magic, 'latin1')
  prefix.writeUInt32LE(kind.version, MAGIC_BYTES)
  prefix.writeUInt32LE(text.length, 8)
  return sealed(Buffer.concat([prefix, text, ...blobs]))
}

/** The same bytes, vouched for as they are now. */
export function sealed(bytes: Uint8Array): Uint8Array {
  bytes.set(digestOf(bytes), DIGEST.from)
  return bytes
}

/** Of everything but itself: parts that were swapped together vouch for each other. */
function digestOf(bytes: Uint8Array): Uint8Array {
  const hash = createHash('sha256')
  return hash.update(bytes.subarray(0, DIGEST.from)).update(bytes.subarray(DIGEST.to)).digest()
}

/** @throws PersonModelError for bytes of another kind, version or header, cut off, or changed since they were written */
export function openBlobFile<Header>(
  { magic, version }: BlobFileKind,
  bytes: Uint8Array,
  shape: z.ZodType<Header>,
): { header: Header; blobs: Uint8Array[] } {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (file.length < PREFIX_BYTES || file.toString('latin1', 0, MAGIC_BYTES) !== magic)
    throw new PersonModelError(`not a file of kind ${magic}`)
  const found = file.readUInt32LE(MAGIC_BYTES)
  if (found !== version) throw new PersonModelError(`${magic} of version ${found}`)
  if (!file.subarray(DIGEST.from, DIGEST.to).equals(digestOf(file)))
    throw new PersonModelError(`${magic} was changed after it was written`)
  let offset = PREFIX_BYTES + file.readUInt32LE(8)
  const { header, sizes } = parseHeader(file.toString('utf8', PREFIX_BYTES, offset), shape)
  const blobs = sizes.map((size) => bytes.subarray(offset, (offset += size)))
  if (offset !== bytes.length) throw new PersonModelError(`${magic} cut off`)
  return { header, blobs }
}

function parseHeader<Header>(text: string, shape: z.ZodType<Header>): { header: Header; sizes: number[] } {
  try {
    return z.object({ header: shape, sizes: z.array(z.int().min(0)) }).parse(JSON.parse(text))
  } catch (cause) {
    throw new PersonModelError('no readable header', { cause })
  }
}

/** The reader's result, or null where it rejects the file. */
export function readable<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof PersonModelError) return null
    throw error
  }
}

/** As they lie in a file: little-endian, as every machine Node runs on has them. */
export function bytesOf({ buffer, byteOffset, byteLength }: Float32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
}

export function floatsOf(bytes: Uint8Array): Float32Array {
  const values = new Float32Array(Uint8Array.from(bytes).buffer)
  if (!values.every(Number.isFinite)) throw new PersonModelError('not a number')
  return values
}
