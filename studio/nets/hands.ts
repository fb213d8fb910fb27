import type { Box } from '#studio/picture/box.ts'
import type { Point } from '#studio/person/landmarks.ts'
import type { Raster } from '#studio/picture/raster.ts'
import { cutSquare, fromSquare, lifted } from './crop.ts'
import type { Square } from './crop.ts'
import { netFile, runNet } from './onnx.ts'

export interface Hand {
  /** Encloses wrist, knuckles and fingertips, pixels of the picture; may reach beyond it. */
  box: Box
  /** The second net's confidence that this is a hand, 0..1. */
  score: number
}

/**
 * Confidence from which a hand counts, and the margin a crop keeps from it, in widths of its box. Chosen between
 * hands and other objects taken for palms on half of the people, in the best of three squares: hands .95 and more
 * (the second of two on one head .87), others .84 at most (a lapel). On the other half hands are .99 and more, one
 * blurred behind a microphone .82, a bare chest .81.
 */
export const HAND = { sure: 0.9, margin: 0.1 } as const

/** MediaPipe's palm detection: squares of this side, and the anchors in each cell of two grids. */
const PALM_SIDE = 192
const GRIDS = [
  { cells: 24, each: 2 },
  { cells: 12, each: 6 },
] as const
/** Per place: centre, width and height of the palm, then seven points of it. */
const PALM_VALUES = 18
/** Of those points the wrist and the root of the middle finger: the hand is turned by them. */
const [WRIST, MIDDLE_FINGER] = [0, 2]
/** What MediaPipe takes for a palm. */
const PALM_SCORE = 0.5
/** Palms whose middles are nearer to one another than this share of their size are one. */
const SAME_PALM = 0.5

/**
 * MediaPipe's hand landmarks: the side of its input, the square's size in palms, and its shift towards the fingers.
 */
const HAND_SIDE = 224
const HAND_SIZE = 2.6
const HAND_AHEAD = 0.5
const LANDMARKS = 21

const [PALM_NET, HAND_NET] = [netFile('palm-detection'), netFile('hand-landmarks')]

/** In shares of the searched square. */
interface Palm extends Point {
  size: number
  score: number
  wrist: Point
  middleFinger: Point
}

/**
 * The hands in a square of the picture, the surest palm first: one net finds palms, a second confirms each as a hand.
 * Works best where a hand takes a twentieth to a third of the square's side.
 */
export async function findHands(raster: Raster, square: Square): Promise<Hand[]> {
  const hands: Hand[] = []
  for (const palm of await findPalms(raster, square)) hands.push(await lookAt(raster, squareOf(palm, square)))
  return hands
}

async function findPalms(raster: Raster, square: Square): Promise<Palm[]> {
  const cut = cutSquare(raster, square, PALM_SIDE, 1 / 255, 0)
  const { scores, boxes } = await runNet(PALM_NET, ['scores', 'boxes'], cut, [1, PALM_SIDE, PALM_SIDE, 3])
  const places = GRIDS.flatMap(({ cells, each }) =>
    Array.from({ length: cells * cells * each }, (_, i) => {
      const cell = Math.floor(i / each)
      return { x: ((cell % cells) + 0.5) / cells, y: (Math.floor(cell / cells) + 0.5) / cells }
    }),
  )
  const palms = places.flatMap((place, i): Palm[] => {
    const score = sigmoid(scores[i])
    if (score < PALM_SCORE) return []
    const value = (k: number): number => (boxes[PALM_VALUES * i + k] ?? 0) / PALM_SIDE
    const pointAt = (k: number): Point => ({ x: place.x + value(k), y: place.y + value(k + 1) })
    const [wrist, middleFinger] = [pointAt(4 + 2 * WRIST), pointAt(4 + 2 * MIDDLE_FINGER)]
    return [{ ...pointAt(0), size: value(2), score, wrist, middleFinger }]
  })
  palms.sort((a, b) => b.score - a.score)
  return palms.filter((palm, i) => !palms.slice(0, i).some((surer) => isSame(palm, surer)))
}

function isSame(a: Palm, b: Palm): boolean {
  return Math.hypot(a.x - b.x, a.y - b.y) < SAME_PALM * Math.max(a.size, b.size)
}

/** The square of the picture round the whole hand, fingers up. */
function squareOf(palm: Palm, square: Square): Square {
  const inPicture = ({ x, y }: Point): Point => fromSquare(square, x, y)
  const [wrist, finger, middle] = [inPicture(palm.wrist), inPicture(palm.middleFinger), inPicture(palm)]
  const angleRad = Math.atan2(finger.x - wrist.x, wrist.y - finger.y)
  const size = HAND_SIZE * palm.size * square.size
  return lifted({ centreX: middle.x, centreY: middle.y, size, angleRad }, HAND_AHEAD / HAND_SIZE)
}

async function lookAt(raster: Raster, square: Square): Promise<Hand> {
  const cut = cutSquare(raster, square, HAND_SIDE, 1 / 255, 0)
  const outputs = ['points', 'presence'] as const
  const { points: landmarks, presence } = await runNet(HAND_NET, outputs, cut, [1, HAND_SIDE, HAND_SIDE, 3])
  const points = Array.from({ length: LANDMARKS }, (_, i) =>
    fromSquare(square, (landmarks[3 * i] ?? 0) / HAND_SIDE, (landmarks[3 * i + 1] ?? 0) / HAND_SIDE),
  )
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  const box = { left, top, width: Math.max(...xs) - left, height: Math.max(...ys) - top }
  return { box, score: sigmoid(presence[0]) }
}

function sigmoid(logit = -Infinity): number {
  return 1 / (1 + Math.exp(-logit))
}
