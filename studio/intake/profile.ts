import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import type { Raster } from '#studio/picture/raster.ts'
import { withChunk } from './png-chunk.ts'

/**
 * Converts pixels in the colours of an ICC profile to sRGB, by libvips' own colour management. libvips converts only
 * pictures whose file carries their profile, so the pixels pass through an uncompressed PNG that carries it.
 */
export async function toSrgb({ width, height, data }: Raster, profile: Uint8Array): Promise<Raster> {
  const png = await sharp(data, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer()
  // iCCP: name, method 0, deflated profile (ISO/IEC 15948, 11.3.2.3).
  const content = Buffer.concat([Buffer.from('icc\0\0', 'latin1'), deflateSync(profile)])
  const tagged = withChunk(png, 'iCCP', content)
  const converted = await sharp(tagged).toColourspace('srgb').raw({ depth: 'uchar' }).toBuffer()
  return { width, height, data: new Uint8Array(converted.buffer, converted.byteOffset, converted.length) }
}

/** Whether the profile calls itself sRGB: most files do, and need no conversion. */
export function isSrgb(profile: Uint8Array): boolean {
  return Buffer.from(profile).toString('latin1').replaceAll('\0', '').includes('sRGB')
}
