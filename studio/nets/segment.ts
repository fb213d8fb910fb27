import { enlarge } from '#studio/planes/resize.ts'
import type { Box } from '#studio/picture/box.ts'
import type { Plane, Raster } from '#studio/picture/raster.ts'
import { resized } from '#studio/picture/resized.ts'
import { mirrored } from './mirror.ts'
import { netFile, runNet } from './onnx.ts'

const NET = netFile('selfie-segmentation')
const SIDE = 256
const LOGIT_LIMIT = 16

export interface SegmentOptions {
  /** The part of the raster to segment, in whole pixels; all of it by default. */
  area?: Box
  /** A map from each byte value to the value the net gets: 256 entries. */
  tones?: Uint8Array | null
  /** Size of the answer, by default that of the segmented part. */
  width?: number
  height?: number
  /** Mean logit of the raster and of its mirror image: steadier, at twice the net's time. */
  bothWays?: boolean
}

/**
 * Logit of "person" per pixel (positive: person), MediaPipe selfie segmentation read at 256x256 and
 * resampled to the raster's size. The whole raster is squeezed into the square, as the net was trained.
 */
export async function segmentPerson(
  raster: Raster,
  { area, tones, bothWays, ...size }: SegmentOptions = {},
): Promise<Plane> {
  const { width, height } = { ...(area ?? raster), ...size }
  const bytes = await resized({ ...raster, channels: 3 }, { width: SIDE, height: SIDE }, area)
  const values = new Float32Array(bytes.length)
  for (let i = 0; i < values.length; i++) values[i] = (tones?.[bytes[i] ?? 0] ?? bytes[i] ?? 0) / 255
  const data = bothWays ? await bothWaysLogits(values) : await logitsOf(values)
  return enlarge({ width: SIDE, height: SIDE, data }, { width, height })
}

/** The net's answer on a square of pixels, limited. */
async function logitsOf(values: Float32Array): Promise<Float32Array> {
  const { logits } = await runNet(NET, ['logits'], values, [1, SIDE, SIDE, 3])
  return logits.map((logit) => Math.min(LOGIT_LIMIT, Math.max(-LOGIT_LIMIT, logit)))
}

/** The mean of the answers on a square and on its mirror image. */
async function bothWaysLogits(values: Float32Array): Promise<Float32Array> {
  const straight = await logitsOf(values)
  const turned = mirrored(await logitsOf(mirrored(values, SIDE, 3)), SIDE, 1)
  return straight.map((logit, i) => (logit + (turned[i] ?? 0)) / 2)
}
