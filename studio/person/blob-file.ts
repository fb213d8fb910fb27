import { createHash } from 'node:crypto'
import type { z } from 'zod'

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
  const text = new TextEncoder().encode(JSON.stringify(header))
  const total = blobs.reduce((sum, blob) => sum + blob.length, PREFIX_BYTES + text.length)
  const out = new Uint8Array(total)
  const view = new DataView(out.buffer)
  out.set(new TextEncoder().encode(kind.magic), 0)
  view.setUint32(4, kind.version, true)
  view.setUint32(8, text.length, true)
  out.set(text, PREFIX_BYTES)
  let offset = PREFIX_BYTES + text.length
  for (const blob of blobs) {
    out.set(blob, offset)
    offset += blob.length
  }
  return sealed(out)
}

/** The same bytes, vouched for as they are now. */
export function sealed(bytes: Uint8Array): Uint8Array {
  bytes.set(digestOf(bytes), DIGEST.from)
  return bytes
}

/** Of everything but itself. */
function digestOf(bytes: Uint8Array): Uint8Array {
  const hash = createHash('sha256')
  return hash.update(bytes.subarray(0, DIGEST.from)).update(bytes.subarray(DIGEST.to)).digest()
}

/** Whether the bytes are still those that were written: parts that were swapped together vouch for each other. */
export function isUnchanged(bytes: Uint8Array): boolean {
  return Buffer.compare(digestOf(bytes), bytes.subarray(DIGEST.from, DIGEST.to)) === 0
}

export interface BlobFile<Header = unknown> {
  header: Header
  /** The next blob, as a view on the file's bytes. */
  take: (length: number) => Uint8Array
  /** The next blob as that many finite floats. */
  floats: (count: number) => Float32Array
  /** Everything must have been taken. */
  end: () => void
}

/** The version the bytes say they are of; null when they are of another kind. */
export function versionOf(magic: string, bytes: Uint8Array): number | null {
  if (bytes.length < PREFIX_BYTES) return null
  if (new TextDecoder().decode(bytes.subarray(0, MAGIC_BYTES)) !== magic) return null
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(MAGIC_BYTES, true)
}

/** @throws PersonModelError for bytes of another kind, version or header, cut off, or changed since they were written */
export function openBlobFile<Header>(
  kind: BlobFileKind,
  bytes: Uint8Array,
  shape: z.ZodType<Header>,
): BlobFile<Header> {
  const version = versionOf(kind.magic, bytes)
  if (version === null) throw new PersonModelError(`not a file of kind ${kind.magic}`)
  if (version !== kind.version) throw new PersonModelError(`${kind.magic} of version ${version}`)
  if (!isUnchanged(bytes)) throw new PersonModelError(`${kind.magic} was changed after it was written`)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let offset = PREFIX_BYTES + view.getUint32(8, true)
  if (offset > bytes.length) throw new PersonModelError(`${kind.magic} cut off`)
  const header = parseHeader(bytes.subarray(PREFIX_BYTES, offset), shape)
  const take = (length: number): Uint8Array => {
    if (!Number.isInteger(length) || length < 0 || offset + length > bytes.length)
      throw new PersonModelError(`${kind.magic} cut off`)
    offset += length
    return bytes.subarray(offset - length, offset)
  }
  const floats = (count: number): Float32Array => {
    const blob = take(count * 4)
    const part = new DataView(blob.buffer, blob.byteOffset, blob.byteLength)
    const values = Float32Array.from({ length: count }, (_, index) => part.getFloat32(index * 4, true))
    if (!values.every(Number.isFinite)) throw new PersonModelError(`${kind.magic}: not a number`)
    return values
  }
  const end = () => {
    if (offset !== bytes.length) throw new PersonModelError(`${kind.magic}: bytes left over`)
  }
  return { header, take, floats, end }
}

function parseHeader<Header>(bytes: Uint8Array, shape: z.ZodType<Header>): Header {
  try {
    return shape.parse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)))
  } catch (cause) {
    throw new PersonModelError('no readable header', { cause })
  }
}

export function bytesOf(values: Float32Array): Uint8Array {
  const out = new Uint8Array(values.length * 4)
  const view = new DataView(out.buffer)
  values.forEach((value, index) => view.setFloat32(index * 4, value, true))
  return out
}
