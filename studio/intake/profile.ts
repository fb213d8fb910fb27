import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import type { Raster } from '#studio/raster.ts'

const HEAD_BYTES = 8
const IHDR_BYTES = 25

/**
 * Pixels in the colours of an ICC profile → sRGB, by libvips' own colour management. It converts only what comes with
 * its profile in a file, so the pixels pass through an uncompressed PNG that carries it.
 */
export async function toSrgb({ width, height, data }: Raster, profile: Uint8Array): Promise<Raster> {
  const png = await sharp(data, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer()
  const start = HEAD_BYTES + IHDR_BYTES
  const tagged = Buffer.concat([png.subarray(0, start), profileChunk(profile), png.subarray(start)])
  const converted = await sharp(tagged).toColourspace('srgb').raw({ depth: 'uchar' }).toBuffer()
  return { width, height, data: new Uint8Array(converted.buffer, converted.byteOffset, converted.length) }
}

/** PNG's iCCP chunk: name, method 0, deflated profile (ISO/IEC 15948, 11.3.2.3). */
function profileChunk(profile: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from('iCCPicc\0\0', 'latin1'), deflateSync(profile)])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length - 4)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/** Whether the profile calls itself sRGB: most files do, and need no conversion. */
export function isSrgb(profile: Uint8Array): boolean {
  return Buffer.from(profile).toString('latin1').replaceAll('\0', '').includes('sRGB')
}
