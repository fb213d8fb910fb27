import { fileURLToPath } from 'node:url'
import { enlarge } from '#studio/planes/resize.ts'
import type { Plane, Raster } from '#studio/picture/raster.ts'
import { loadNetFile } from './runtime.ts'
import type { Net } from './runtime.ts'
import { squeeze } from './squeeze.ts'
import type { SqueezeOptions } from './squeeze.ts'

const SIDE = 256
const LOGIT_LIMIT = 16

let net: Promise<Net> | undefined

export interface SegmentOptions extends SqueezeOptions {
  /** Size of the answer, that of what is segmented unless given. */
  width?: number
  height?: number
  /** Mean logit of the raster and of its mirror image: steadier, at twice the net's time. */
  bothWays?: boolean
}

/**
 * Logit of "person" per pixel (positive: person), MediaPipe selfie segmentation read at 256x256 and
 * resampled to the raster's size. The whole raster is squeezed into the square, as the net was trained.
 * `npm run nets` wrote the graph after the net in `@mediapipe/selfie_segmentation`.
 */
export async function segmentPerson(raster: Raster, options: SegmentOptions = {}): Promise<Plane> {
  const { width = (options.area ?? raster).width, height = (options.area ?? raster).height } = options
  net ??= loadNetFile(fileURLToPath(new URL('./weights/selfie-segmentation.json', import.meta.url)))
  const { run } = await net
  const segment = (square: Float32Array): Float32Array =>
    (run(square, [1, SIDE, SIDE, 3])[0] ?? new Float32Array(SIDE * SIDE)).map((logit) =>
      Math.min(LOGIT_LIMIT, Math.max(-LOGIT_LIMIT, logit)),
    )
  const input = squeeze(raster, SIDE, options)
  const logits = segment(input)
  if (options.bothWays) {
    const mirrored = mirror(segment(mirror(input, 3)), 1)
    for (let i = 0; i < logits.length; i++) logits[i] = ((logits[i] ?? 0) + (mirrored[i] ?? 0)) / 2
  }
  return enlarge({ width: SIDE, height: SIDE, data: logits }, width, height)
}

/** The net's square left to right, of so many channels. */
function mirror(square: Float32Array, channels: number): Float32Array {
  const out = new Float32Array(square.length)
  for (let y = 0; y < SIDE; y++)
    for (let x = 0; x < SIDE; x++)
      for (let c = 0; c < channels; c++)
        out[(y * SIDE + x) * channels + c] = square[(y * SIDE + SIDE - 1 - x) * channels + c] ?? 0
  return out
}
