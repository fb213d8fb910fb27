import type { Plane, Raster, Size } from '#studio/picture/raster.ts'
import { resized } from '#studio/picture/resized.ts'
import { loadModel, runNet } from './runtime.ts'

/** Shorter side of what a net without a size of its own sees, and what both sides are multiples of, as MODNet was trained. */
const SHORT_SIDE = 512
const MULTIPLE = 32

/**
 * Alpha of whoever is seen, 0..1, at a size of the net's own, from colours alone, by a net of MODNet's kind: a
 * TensorFlow.js graph of one input, NHWC, red, green and blue in -1..1, and one output of as many pixels.
 * @param file its `model.json`
 * @throws RangeError when the graph takes or gives anything else
 */
export async function alphaByNet(file: string, raster: Raster): Promise<Plane> {
  const model = await loadModel(file)
  const [input] = model.inputs
  const [, height = -1, width = -1, channels] = input?.shape ?? []
  if (model.inputs.length !== 1 || channels !== 3)
    throw new RangeError(`${file}: one picture of three channels, NHWC, is what a matting net takes`)
  const size = width > 0 && height > 0 ? { width, height } : seenSize(raster)
  const bytes = await resized({ ...raster, channels: 3 }, size)
  const values = new Float32Array(bytes).map((value) => value / 127.5 - 1)
  const outputs = await runNet(file, values, [1, size.height, size.width, 3])
  const alpha = outputs.find(({ length }) => length === size.width * size.height)
  if (!alpha) throw new RangeError(`${file}: one value per pixel is what a matting net gives`)
  return { ...size, data: alpha.map((value) => Math.min(1, Math.max(0, value))) }
}

/** About the picture's shape, its shorter side `SHORT_SIDE`. */
function seenSize({ width, height }: Size): Size {
  const scale = SHORT_SIDE / Math.min(width, height)
  const side = (pixels: number) => Math.max(MULTIPLE, MULTIPLE * Math.round((pixels * scale) / MULTIPLE))
  return { width: side(width), height: side(height) }
}
