import * as tf from '@tensorflow/tfjs-core'
import type { Raster } from '#studio/picture/raster.ts'
import { cutSquare } from './crop.ts'
import type { Square } from './crop.ts'
import { humanNet, loadModel, valuesOf } from './runtime.ts'

/** A hand as HandTrack sees it. */
export interface HandBox {
  /** Share of the searched square, 0..1 in both directions; may reach beyond it. */
  left: number
  top: number
  right: number
  bottom: number
  /** 0..1. */
  score: number
  /** How much the same place looks like a face, 0..1. */
  faceScore: number
}

/**
 * The net was made for 320 pixels. Fed 192 it finds as many hands about a face, in a third of the time: 27 ms of 97. Its
 * finest level has no part in that: what it sees is smaller than a hand before a face.
 */
const SIDE = 192
const STRIDES = [16, 32, 64, 128] as const
/** HandTrack's classes after the background: hand, fist, pinch, point, face, tip, pinchtip. Only two are sure of hands. */
const CLASSES = 8
const HAND = [1, 2] as const
const FACE = 5
const MIN_SCORE = 0.3

const GRAPH = 'StatefulPartitionedCall/'
/** After the net's own resizing to 320 pixels, which is a loop this runtime would have to interpret. */
const INPUT = `${GRAPH}map/TensorArrayV2Stack/TensorListStack`
const HEADS = `${GRAPH}WeightSharedConvolutionalBoxPredictor/WeightSharedConvolutional`
const UPSAMPLING = `${GRAPH}ssd_mobile_net_v2fpn_keras_feature_extractor/FeatureMaps/top_down/nearest_neighbor_upsampling/`
const OUTPUTS = [
  ...STRIDES.map((_, level) => `${HEADS}ClassHead/Reshape_${2 * level + 3}`),
  ...STRIDES.map((_, level) => `${HEADS}BoxHead/Reshape_${level + 1}`),
]

interface Anchor {
  x: number
  y: number
  width: number
  height: number
}

/** Multi-scale anchors of TensorFlow's object detection (RetinaNet): 3 shapes of 2 sizes in every cell, in shares. */
const ANCHORS: Anchor[][] = STRIDES.map((stride) => {
  const cells = Math.ceil(SIDE / stride)
  const offset = SIDE % stride === 0 ? 0.5 : 0
  const shapes = [1, 2, 0.5].flatMap((aspect) =>
    [1, Math.SQRT2].map((scale) => ({
      width: (4 * stride * scale * Math.sqrt(aspect)) / SIDE,
      height: (4 * stride * scale) / Math.sqrt(aspect) / SIDE,
    })),
  )
  return Array.from({ length: cells * cells }, (_, cell) =>
    shapes.map((shape) => ({
      x: (((cell % cells) + offset) * stride) / SIDE,
      y: ((Math.floor(cell / cells) + offset) * stride) / SIDE,
      ...shape,
    })),
  ).flat()
})

/** Places in the square that look like a hand, overlapping ones included, in no order (HandTrack, shipped with human). */
export async function findHands(raster: Raster, square: Square): Promise<HandBox[]> {
  const model = await loadModel(humanNet('handtrack'))
  const cut = cutSquare(raster, square, SIDE, 1 / 127.5, -1)
  const outputs = valuesOf(() => {
    // The one size the graph has written into it, in two places.
    const upsampled = (stride: number) => tf.tensor1d([1, SIDE / stride, SIDE / stride, 128], 'int32')
    const feeds = {
      [INPUT]: tf.tensor4d(cut, [1, SIDE, SIDE, 3]),
      [`${UPSAMPLING}nearest_neighbor_upsampling/Reshape/shape`]: upsampled(16),
      [`${UPSAMPLING}nearest_neighbor_upsampling_1/Reshape/shape`]: upsampled(8),
    }
    return model.execute(feeds, OUTPUTS)
  })
  return ANCHORS.flatMap((anchors, level) => {
    const [scores, boxes] = [outputs[level], outputs[STRIDES.length + level]]
    return scores && boxes ? readLevel(anchors, scores, boxes) : []
  })
}

function readLevel(anchors: Anchor[], scores: Float32Array, boxes: Float32Array): HandBox[] {
  const sigmoid = (logit: number | undefined): number => 1 / (1 + Math.exp(-(logit ?? -100)))
  return anchors.flatMap((anchor, i) => {
    const score = Math.max(...HAND.map((index) => sigmoid(scores[CLASSES * i + index])))
    if (score < MIN_SCORE) return []
    const faceScore = sigmoid(scores[CLASSES * i + FACE])
    return [{ ...decodeBox(boxes.subarray(4 * i, 4 * i + 4), anchor), score, faceScore }]
  })
}

/** The Faster R-CNN box coder with scales 10, 10, 5, 5: centre y, x, logarithms of height and width. */
function decodeBox(values: Float32Array, anchor: Anchor): Pick<HandBox, 'left' | 'top' | 'right' | 'bottom'> {
  const [dy = 0, dx = 0, tall = 0, wide = 0] = values
  const x = anchor.x + (dx / 10) * anchor.width
  const y = anchor.y + (dy / 10) * anchor.height
  const width = anchor.width * Math.exp(wide / 5)
  const height = anchor.height * Math.exp(tall / 5)
  return { left: x - width / 2, top: y - height / 2, right: x + width / 2, bottom: y + height / 2 }
}
