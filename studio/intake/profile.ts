import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import type { Raster } from '#studio/picture/raster.ts'

const HEAD_BYTES = 8
const IHDR_BYTES = 25

/**
 * Converts pixels in the colours of an ICC profile to sRGB, by libvips' own colour management. libvips converts only
 * pictures whose file carries their profile, so the pixels pass through an uncompressed PNG that carries it.
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

/** Display P3 → sRGB, for files that name their colours without a profile. */
export async function displayP3ToSrgb(raster: Raster): Promise<Raster> {
  const blank = sharp({ create: { width: 1, height: 1, channels: 3, background: '#000' } })
  const { icc } = await sharp(await blank.withIccProfile('p3').png().toBuffer()).metadata()
  return icc ? toSrgb(raster, icc) : raster
}

/**
 * Whether a HEIF file says by code points alone that it is in Display P3: a `colr` box of kind `nclx` with primaries 12
 * and sRGB's transfer 13 (ISO/IEC 14496-12, 12.1.5; ITU-T H.273).
 */
export function isDisplayP3(bytes: Uint8Array): boolean {
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
