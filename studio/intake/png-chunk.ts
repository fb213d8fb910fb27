import { crc32 } from 'node:zlib'

/** Signature and IHDR. */
const HEAD_BYTES = 8 + 25

/** A PNG with one more chunk right behind its header (ISO/IEC 15948, 5.3). */
export function withChunk(png: Buffer, name: string, content: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([png.subarray(0, HEAD_BYTES), length, body, check, png.subarray(HEAD_BYTES)])
}
