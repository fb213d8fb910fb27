import { fileURLToPath } from 'node:url'
import type { Raster } from '#studio/picture/raster.ts'
import { resized } from '#studio/picture/resized.ts'
import { runNet } from './runtime.ts'

const SIDE = 224
/** Of its five shares of 1: drawing, hentai, neutral, porn, sexy, which is a swimsuit, and an evening dress too. */
const [HENTAI, PORN] = [1, 3]

/**
 * How sure the net is of pornography, photographed or drawn, 0..1, seeing the picture whole (the mid-sized MobileNet of
 * `nsfwjs` 4.4.0; its weights are kept here because that package asks for the whole of TensorFlow.js, 272 MB).
 */
export async function readNudity(raster: Raster): Promise<number> {
  const bytes = await resized({ ...raster, channels: 3 }, { width: SIDE, height: SIDE })
  const file = fileURLToPath(new URL('./weights/nsfw-mobilenet.json', import.meta.url))
  const values = new Float32Array(bytes).map((value) => value / 255)
  const [shares] = await runNet(file, values, [1, SIDE, SIDE, 3])
  return (shares?.[PORN] ?? 0) + (shares?.[HENTAI] ?? 0)
}
