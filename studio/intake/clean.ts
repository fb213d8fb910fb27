import sharp from 'sharp'
import type { Raster } from '#studio/picture/raster.ts'

/** A selfie's pixels alone, without the rest of its file (place, camera, comments). */
export interface CleanSelfie {
  /** JPEG, upright, sRGB, at most 3000 px, no metadata. */
  image: Uint8Array
  /** WebP, 320 px wide. */
  thumbnail: Uint8Array
}

const QUALITY = 92
const THUMBNAIL_PX = 320

export async function cleanSelfie({ width, height, data }: Raster): Promise<CleanSelfie> {
  const pixels = sharp(data, { raw: { width, height, channels: 3 } })
  const [image, thumbnail] = await Promise.all([
    pixels.clone().jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4' }).toBuffer(),
    pixels.clone().resize({ width: THUMBNAIL_PX }).webp().toBuffer(),
  ])
  return { image, thumbnail }
}
