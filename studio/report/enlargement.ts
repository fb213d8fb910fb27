import sharp from 'sharp'
import { psnr } from '#studio/measure/psnr.ts'
import { eyeLine, fillPolygon, LEFT_EYE, outline, RIGHT_EYE, scaled } from '#studio/person/landmarks.ts'
import { faceOval } from '#studio/person/skin.ts'
import type { Plane } from '#studio/picture/raster.ts'
import type { Studio } from '#studio/studio.ts'
import { UPSCALE_FACTORS } from '#studio/upscale/factors.ts'
import type { UpscaleFactor } from '#studio/upscale/factors.ts'

/** By how much an enlargement is nearer to the truth than Lanczos': luma PSNR, dB. */
export interface EnlargementGain {
  factor: UpscaleFactor
  eyes: number
  hair: number
}

/** Lids and lashes lie outside the eye's own outline. */
const EYE_GROWTH = 1.8
const QUALITY = 93

/** Shrinks a headshot and enlarges it again, by the studio and by Lanczos. */
export async function measureEnlargement(
  studio: Studio,
  jpeg: Uint8Array,
  mesh: Float32Array,
  alpha: Plane,
): Promise<EnlargementGain[]> {
  const { width, height } = alpha
  const lumaOf = async (bytes: Uint8Array): Promise<Uint8Array> =>
    sharp(bytes).resize(width, height, { kernel: 'lanczos3', fit: 'fill' }).greyscale().raw().toBuffer()
  const truth = await lumaOf(jpeg)
  const eyes = new Float32Array(width * height)
  for (const eye of [RIGHT_EYE, LEFT_EYE])
    fillPolygon(eyes, width, height, scaled(outline(mesh, eye), EYE_GROWTH), 1)
  const face = faceOval(mesh, width, height, 1)
  const lowest = eyeLine(mesh).middle.y * width
  const hair = alpha.data.map((value, i) => (i < lowest && (face[i] ?? 0) === 0 ? value : 0))
  const gains: EnlargementGain[] = []
  for (const factor of UPSCALE_FACTORS) {
    const small = await sharp(jpeg)
      .resize(Math.round(width / factor), Math.round(height / factor), { kernel: 'cubic', fit: 'fill' })
      .jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4' })
      .toBuffer()
    const ours = await lumaOf((await studio.upscale(small, factor)).jpeg)
    const lanczos = await lumaOf(small)
    const gain = (weight: Float32Array): number => psnr(truth, ours, weight) - psnr(truth, lanczos, weight)
    gains.push({ factor, eyes: gain(eyes), hair: gain(hair) })
  }
  return gains
}
