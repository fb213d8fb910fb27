import type { Raster } from '#studio/picture/raster.ts'
import { resized } from '#studio/picture/resized.ts'
import { netFile, runNet } from './onnx.ts'

const NET = netFile('nudity')
const SIDE = 224
/** Of its five shares of 1: drawing, hentai, neutral, porn, sexy, which is a swimsuit, and an evening dress too. */
const [HENTAI, PORN] = [1, 3]

/**
 * How sure the net is of pornography, photographed or drawn, 0..1, seeing the picture whole (the mid-sized MobileNet of
 * `nsfwjs`).
 */
export async function readNudity(raster: Raster): Promise<number> {
  const bytes = await resized({ ...raster, channels: 3 }, { width: SIDE, height: SIDE })
  const values = new Float32Array(bytes).map((value) => value / 255)
  const { shares } = await runNet(NET, ['shares'], values, [1, SIDE, SIDE, 3])
  return (shares[PORN] ?? 0) + (shares[HENTAI] ?? 0)
}
