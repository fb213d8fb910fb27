import sharp from 'sharp'
import type { Raster } from '#studio/picture/raster.ts'

/**
 * The pixels of a picture that stands upright already.
 * @param mostPx its longer side at most
 * @throws when the bytes are no picture
 */
export async function decodeUpright(bytes: Uint8Array, mostPx?: number): Promise<Raster> {
  const { data, info } = await sharp(bytes)
    .resize(mostPx, mostPx, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data }
}
