import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { LINEAR_OF_BYTE, fastCode } from '#studio/picture/color.ts'
import type { Raster } from '#studio/picture/raster.ts'

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

/** Display P3, which shares sRGB's curve and white, by its primaries: linear light → linear sRGB (SMPTE EG 432-1, D65). */
const SRGB_OF_P3 = [
  [1.2249402, -0.2249402, 0],
  [-0.0420569, 1.0420569, 0],
  [-0.0196376, -0.0786361, 1.0982735],
] as const

/** Display P3 → sRGB, for files that name their colours without a profile; what sRGB cannot show is clipped. */
export function displayP3ToSrgb({ width, height, data }: Raster): Raster {
  const out = new Uint8Array(data.length)
  for (let i = 0; i < data.length; i += 3) {
    const r = LINEAR_OF_BYTE[data[i] ?? 0] ?? 0
    const g = LINEAR_OF_BYTE[data[i + 1] ?? 0] ?? 0
    const b = LINEAR_OF_BYTE[data[i + 2] ?? 0] ?? 0
    for (let c = 0; c < 3; c++) {
      const row = SRGB_OF_P3[c]
      if (row) out[i + c] = Math.round(255 * fastCode(row[0] * r + row[1] * g + row[2] * b))
    }
  }
  return { width, height, data: out }
}

/**
 * Whether a HEIF file says by code points alone that it is in Display P3: a `colr` box of kind `nclx` with primaries 12
 * and sRGB's transfer 13 (ISO/IEC 14496-12, 12.1.5; ITU-T H.273).
 */
export function saysDisplayP3(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const at = file.indexOf('colrnclx', 0, 'latin1')
  return (
    at >= 0 && at + 12 <= file.length && file.readUInt16BE(at + 8) === 12 && file.readUInt16BE(at + 10) === 13
  )
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
