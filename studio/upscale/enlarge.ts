import * as tf from '@tensorflow/tfjs-core'
import { valuesOf } from '#studio/nets/runtime.ts'
import { boxOf } from '#studio/picture/box.ts'
import type { Box } from '#studio/picture/box.ts'
import type { Raster, Size } from '#studio/picture/raster.ts'
import { TILE_REACH } from './factors.ts'
import type { UpscaleFactor } from './factors.ts'
import { NET_REACH } from './net.ts'

/**
 * Corrections by back-projection after each doubling. Measured as luma PSNR on four photographs shrunk and enlarged again:
 * 2.5 to 4.3 dB over Lanczos at 2x, 1.2 to 2.2 dB at 4x. One round more gains under 0.1 dB.
 */
const ROUNDS = { 2: 2, 4: 1 } as const
/**
 * Side of the window in which contrast decides how far the net counts, and the levels of luma between which it grows
 * from none to all.
 */
const CONTRAST_SIDE = 7
const CONTRAST = [10, 22] as const
/** How far beyond its neighbours' range a sample may go, as a share of that range and in levels. */
const OVERSHOOT = { share: 0.15, levels: 1.5 } as const
/** Keys' cubic with a = -1/2 (1981) between samples and halfway to the next of a picture half as fine. */
const CUBIC = [-0.0234375, -0.0703125, 0.2265625, 0.8671875, 0.8671875, 0.2265625, -0.0703125, -0.0234375]
/** The same for the two samples that each becomes when a picture is made twice as fine. */
const PHASES = [
  [-0.0234375, 0.2265625, 0.8671875, -0.0703125, 0],
  [0, -0.0703125, 0.8671875, 0.2265625, -0.0234375],
]

/** Interleaved float RGB, 0..255 but not clamped, as one picture of a batch. */
type Picture = tf.Tensor4D

/** What the net made of a part of a picture. */
interface Doubled {
  part: Box
  /** Red, green and blue one after the other, of twice the part's size. */
  planes: Float32Array
}

/**
 * Enlarges by the net where the picture has detail and by a cubic elsewhere, then corrects the result until, shrunk,
 * it equals the source again (iterative back-projection, Irani and Peleg 1991), and limits every sample to the range
 * of its neighbours in the source, so that no detail is invented.
 * @param double runs the net, see `doubled`; not asked about a smooth picture
 * @returns interleaved RGB, not clamped, of the picture without its outermost `TILE_REACH` pixels, which are not reliable
 */
export async function enlarge(
  { width, height, data }: Raster,
  factor: UpscaleFactor,
  double: (planes: Float32Array, size: Size) => Promise<Float32Array>,
): Promise<Float32Array> {
  const values = Float32Array.from(data)
  const picture = (): Picture => tf.tensor4d(values, [1, height, width, 3])
  const [shares = new Float32Array()] = valuesOf(() => contrastOf(picture()))
  let net: Doubled | null = null
  if (shares.some((share) => share > 0)) {
    const part = boxOf({ width, height, data: shares }, 0, NET_REACH)
    const { left, top, ...size } = part
    const [planes = new Float32Array()] = valuesOf(() =>
      tf.transpose(tf.slice(picture(), [0, top, left, 0], [1, size.height, size.width, 3]), [0, 3, 1, 2]),
    )
    net = { part, planes: await double(planes, size) }
  }
  const margin = TILE_REACH * factor
  const own = [1, height * factor - 2 * margin, width * factor - 2 * margin, 3]
  const [large = new Float32Array()] = valuesOf(() =>
    tf.slice(
      enlarged(picture(), tf.tensor4d(shares, [1, height, width, 1]), factor, net),
      [0, margin, margin, 0],
      own,
    ),
  )
  return large
}

function enlarged(source: Picture, contrast: Picture, factor: UpscaleFactor, net: Doubled | null): Picture {
  const coarse = twice(source)
  const large = net ? tf.add<Picture>(coarse, detailOf(net, coarse, contrast)) : coarse
  const double = corrected(large, source, contrast, 2)
  const all = factor === 4 ? corrected(twice(double), source, contrast, 4) : double
  return held(all, source, factor)
}

/** By how much the net's answer is to change the coarse picture: wholly at edges, not where it is smooth. */
function detailOf({ part, planes }: Doubled, coarse: Picture, contrast: Picture): Picture {
  const { left, top, width, height } = part
  const sharp = tf.transpose<Picture>(tf.tensor4d(planes, [1, 3, 2 * height, 2 * width]), [0, 2, 3, 1])
  const [, allHeight, allWidth] = coarse.shape
  const down: [number, number] = [2 * top, allHeight - 2 * (top + height)]
  const across: [number, number] = [2 * left, allWidth - 2 * (left + width)]
  const all = tf.pad(sharp, [[0, 0], down, across, [0, 0]])
  return tf.mul(spread(contrast, 2), tf.sub(all, coarse))
}

/**
 * 0 where the picture is smooth to 1 where it has edges, by the range of luma round each pixel: on mere grain, net
 * and corrections would carve the source's pixel grid into it.
 */
function contrastOf(source: Picture): Picture {
  const luma = tf.sum<Picture>(tf.mul(source, [0.299, 0.587, 0.114]), 3, true)
  const range = tf.sub(highest(luma, CONTRAST_SIDE), lowest(luma, CONTRAST_SIDE))
  const t = tf.clipByValue(tf.div(tf.sub(range, CONTRAST[0]), CONTRAST[1] - CONTRAST[0]), 0, 1)
  return tf.mul(tf.square(t), tf.sub(3, tf.mul(2, t)))
}

function corrected(picture: Picture, source: Picture, contrast: Picture, factor: UpscaleFactor): Picture {
  let large = picture
  for (let round = 0; round < ROUNDS[factor]; round++) {
    const shrunk = factor === 2 ? half(large) : half(half(large))
    const missing = tf.mul<Picture>(contrast, tf.sub(source, shrunk))
    large = tf.add(large, factor === 2 ? twice(missing) : twice(twice(missing)))
  }
  return large
}

/** No sample leaves the range of the source's 3x3 neighbourhood by more than `OVERSHOOT`: no haloes along edges. */
function held(large: Picture, source: Picture, factor: UpscaleFactor): Picture {
  const [low, high] = [lowest(source, 3), highest(source, 3)]
  const slack = tf.add(tf.mul(tf.sub(high, low), OVERSHOOT.share), OVERSHOOT.levels)
  const most = spread(tf.add(high, slack), factor)
  return tf.minimum(tf.maximum(large, spread(tf.sub(low, slack), factor)), most)
}

function highest(picture: Picture, side: number): Picture {
  return tf.maxPool(picture, side, 1, 'same')
}

function lowest(picture: Picture, side: number): Picture {
  return tf.neg(highest(tf.neg(picture), side))
}

/** Each value as a block of equal ones. */
function spread(picture: Picture, factor: UpscaleFactor): Picture {
  const [, height, width] = picture.shape
  return tf.image.resizeNearestNeighbor(picture, [height * factor, width * factor])
}

/** Halves the resolution by the cubic, widened against aliasing; the border repeats the last samples. */
function half(picture: Picture): Picture {
  const weights = tf.tile<tf.Tensor4D>(tf.reshape(tf.outerProduct(CUBIC, CUBIC), [8, 8, 1, 1]), [1, 1, 3, 1])
  return tf.depthwiseConv2d(bordered(picture, 3), tf.div(weights, 4), 2, 'valid')
}

/** Twice as fine by the cubic. */
function twice(picture: Picture): Picture {
  const squares = PHASES.flatMap((down) => PHASES.map((across) => tf.outerProduct(down, across)))
  const weights = squares.map((square) => tf.mul<Picture>(tf.reshape(square, [5, 5, 1, 1]), tf.eye(3)))
  return tf.depthToSpace(tf.conv2d(bordered(picture, 2), tf.concat(weights, 3), 1, 'valid'), 2, 'NHWC')
}

function bordered(picture: Picture, by: number): Picture {
  const border: [number, number] = [by, by]
  return tf.mirrorPad(picture, [[0, 0], border, border, [0, 0]], 'symmetric')
}
