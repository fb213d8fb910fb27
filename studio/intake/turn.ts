import sharp from 'sharp'
import type { Raster } from '#studio/picture/raster.ts'

/** Turns the picture clockwise by 90 degrees, `quarters` times. */
export async function turnQuarter({ width, height, data }: Raster, quarters: 1 | 2 | 3): Promise<Raster> {
  const turned = await sharp(data, { raw: { width, height, channels: 3 } })
    .rotate(90 * quarters)
    .raw()
    .toBuffer()
  return quarters === 2 ? { width, height, data: turned } : { width: height, height: width, data: turned }
}
