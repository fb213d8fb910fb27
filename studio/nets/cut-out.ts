import { availableParallelism } from 'node:os'
import type { InferenceSession } from 'onnxruntime-node'
import type { Plane, Raster } from '#studio/picture/raster.ts'
import { resized } from '#studio/picture/resized.ts'
import { mirrored } from './mirror.ts'
import { firstOutput, netFile, openSession } from './onnx.ts'

/** Side of the square that the net sees. */
export const SEEN_SIDE = 1024
const PIXELS = SEEN_SIDE * SEEN_SIDE
/** More of them than this only compete. */
const THREADS_MAX = 4

/** IS-Net (Qin et al., Highly Accurate Dichotomous Image Segmentation, ECCV 2022); see docs/models.md. */
export const CUT_OUT_NET = netFile('is-net')

let loaded: { file: string; session: Promise<InferenceSession> } | undefined

/** The last net stays loaded: with its planes it takes a gigabyte, so only one process holds it. */
async function sessionOf(file: string): Promise<InferenceSession> {
  if (loaded?.file !== file) {
    const session = openSession(file, Math.min(THREADS_MAX, availableParallelism()))
    const opened = { file, session }
    loaded = opened
    // The next picture tries again.
    session.catch(() => {
      if (loaded === opened) loaded = undefined
    })
  }
  return loaded.session
}

/** A picture as input of the net, squeezed into its square: interleaved sRGB. */
export function seenByNet(raster: Raster): Promise<Uint8Array> {
  return resized({ ...raster, channels: 3 }, { width: SEEN_SIDE, height: SEEN_SIDE })
}

/** From which difference on two answers contradict each other, in part and wholly, 0..255. */
const APART = [38, 128] as const

/**
 * Alpha, 0..255, of the salient object of a picture, on the square's pixels. The net runs on the picture and on its
 * mirror image: an object taken by mistake, a letter or a lamp beside the hair, appears in one answer only and is
 * dropped.
 * @param file an ONNX net of one input [1, 3, 1024, 1024], red, green and blue as (value - 128) / 256, whose first
 * output is alpha 0..1 of the same size
 * @throws RangeError when the net's output has another shape
 */
export async function cutOutOf(seen: Uint8Array, file: string = CUT_OUT_NET): Promise<Uint8Array> {
  const straight = await answerOf(seen, file)
  const turned = mirrored(await answerOf(mirrored(seen, SEEN_SIDE, 3), file), SEEN_SIDE, 1)
  return straight.map((one, i) => agreed(one, turned[i] ?? 0))
}

/** Alpha of a pixel from both answers, 0..255: their mean, lowered the more they contradict each other. */
export function agreed(one: number, other: number): number {
  const apart = (Math.abs(one - other) - APART[0]) / (APART[1] - APART[0])
  const mean = (one + other) / 2
  return Math.round(mean + (Math.min(one, other) - mean) * Math.min(1, Math.max(0, apart)))
}

async function answerOf(seen: Uint8Array, file: string): Promise<Uint8Array> {
  const values = new Float32Array(3 * PIXELS)
  for (let i = 0; i < PIXELS; i++)
    for (let c = 0; c < 3; c++) values[c * PIXELS + i] = ((seen[3 * i + c] ?? 0) - 128) / 256
  const answer = await firstOutput(await sessionOf(file), values, [1, 3, SEEN_SIDE, SEEN_SIDE])
  const alpha = answer?.data
  if (!(alpha instanceof Float32Array) || alpha.length !== PIXELS)
    throw new RangeError(`${file}: one value per pixel is what a net that cuts out gives`)
  const bytes = new Uint8ClampedArray(PIXELS)
  for (let i = 0; i < PIXELS; i++) bytes[i] = 255 * (alpha[i] ?? 0)
  return new Uint8Array(bytes.buffer)
}

/** The net's answer as a plane of shares. */
export function planeOfCutOut(alpha: Uint8Array): Plane {
  const data = new Float32Array(PIXELS)
  for (let i = 0; i < PIXELS; i++) data[i] = (alpha[i] ?? 0) / 255
  return { width: SEEN_SIDE, height: SEEN_SIDE, data }
}
