import sharp from 'sharp'
import type { Sharp } from 'sharp'
import type { Raster } from '#studio/picture/raster.ts'

/** Changes to a picture that do not change the person in it, or should not. */
export const VARIANTS = ['squeezed', 'mirrored', 'relit', 'compressed', 'black and white'] as const
export type VariantName = (typeof VARIANTS)[number]

/** Narrower by this share: beyond any real face. */
const SQUEEZE = 0.85
/** Light left on the far side of a picture relit from the other side. */
const FAR_SIDE = 0.35
const JPEG_QUALITY = 20

/** The picture in one variant, of another size where that is the variant. */
export async function variantOf(raster: Raster, name: VariantName): Promise<Raster> {
  const { width, height } = raster
  const input = sharp(raster.data, { raw: { width, height, channels: 3 } })
  switch (name) {
    case 'squeezed':
      return rasterOf(input.resize(Math.round(width * SQUEEZE), height, { fit: 'fill' }))
    case 'mirrored':
      return rasterOf(input.flop())
    case 'relit':
      return relit(raster)
    case 'compressed': {
      const small = await input
        .resize(Math.round(width / 2))
        .jpeg({ quality: JPEG_QUALITY })
        .toBuffer()
      return rasterOf(sharp(small).resize(width, height, { fit: 'fill' }))
    }
    case 'black and white':
      return greyOf(raster)
  }
}

async function rasterOf(image: Sharp): Promise<Raster> {
  const { data, info } = await image.removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data: new Uint8Array(data) }
}

function greyOf({ width, height, data }: Raster): Raster {
  const light = (pixel: number): number =>
    0.2126 * (data[pixel] ?? 0) + 0.7152 * (data[pixel + 1] ?? 0) + 0.0722 * (data[pixel + 2] ?? 0)
  const out = Uint8Array.from(data, (_, i) => Math.round(light(i - (i % 3))))
  return { width, height, data: out }
}

/** Relights the picture from a lamp on the left, in amber, with little other light. */
function relit({ width, height, data }: Raster): Raster {
  const out = new Uint8Array(data.length)
  for (let i = 0; i < data.length; i++) {
    const across = (Math.floor(i / 3) % width) / width
    const light = 1.15 - (1.15 - FAR_SIDE) * across
    const tint = i % 3 === 2 ? 0.85 : 1
    out[i] = Math.min(255, Math.round((data[i] ?? 0) * (light * tint) ** (1 / 2.2)))
  }
  return { width, height, data: out }
}
