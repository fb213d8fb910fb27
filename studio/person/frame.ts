import type { Box } from '#studio/picture/box.ts'
import type { Plane, Size } from '#studio/picture/raster.ts'
import { valueAt } from '#studio/planes/value-at.ts'
import { eyeLine, faceHeight, vertex, CHIN } from './landmarks.ts'
import type { Point } from './landmarks.ts'

/** Size a selfie is framed at: an eighth wider than a headshot, so that crops never enlarge. */
export const FRAME_WIDTH = 1152
export const FRAME_HEIGHT = 1440

/** Where the frame lies in the selfie: frame pixel (x, y) shows source pixel origin + x·across + y·down. */
export interface Frame extends Size {
  originX: number
  originY: number
  acrossX: number
  acrossY: number
}

/** Crown to chin as a fraction of the frame's height: the preferred one, and the tightest that still looks right. */
const HEAD_WANTED = 0.43
const HEAD_TIGHTEST = 0.74
/** Space above the crown at either end, fractions of the frame's height: of backdrop there is always enough. */
const MARGIN_LOOSE = 0.11
const MARGIN_TIGHT = 0.085
/**
 * Where the source cuts the crown off, the frame cuts it too, a little below the source's edge: hair must not end in
 * the air. The frame is as tight as needed for the eyes to stand no higher than this.
 */
const MARGIN_CUT = -0.015
const EYES_HIGHEST = 0.285
const LARGEST_ROLL_DEG = 18
const ROLL_LEFT_DEG = 3
/** How far the eyes of a turned head may stand from the middle, share of the width: of a frame, and of a crop of it. */
export const EYES_OFF = 0.07
/**
 * Weight of the eyes against the head's visible sides when a head is placed: by the eyes alone a turned head stands
 * too far to one side.
 */
const EYES_SAY = 0.5
/** Where a head is measured for its sides, face heights below the eyes: down to the lobes of its ears. */
const SIDE_LEVELS = [0, 0.08, 0.16, 0.24] as const
const SHIFTS = [0, -0.025, 0.025, -0.05, 0.05] as const
const STEPS = 24
/** Steps tighter than the tightest, taken only where the source ends under the chin: never a body that ends in the air. */
const STEPS_BEYOND = 6

export function toSource(frame: Frame, x: number, y: number): Point {
  return {
    x: frame.originX + x * frame.acrossX - y * frame.acrossY,
    y: frame.originY + x * frame.acrossY + y * frame.acrossX,
  }
}

export function toFrame(frame: Frame, x: number, y: number): Point {
  const scale = frame.acrossX ** 2 + frame.acrossY ** 2
  const dx = x - frame.originX
  const dy = y - frame.originY
  return {
    x: (dx * frame.acrossX + dy * frame.acrossY) / scale,
    y: (dy * frame.acrossX - dx * frame.acrossY) / scale,
  }
}

/** Mesh vertices moved from the source's pixels to the frame's; z keeps the frame's scale. */
export function meshInFrame(mesh: Float32Array, frame: Frame): Float32Array {
  const out = new Float32Array(mesh.length)
  const scale = Math.hypot(frame.acrossX, frame.acrossY)
  for (let i = 0; i < mesh.length; i += 3) {
    const point = toFrame(frame, mesh[i] ?? 0, mesh[i + 1] ?? 0)
    out[i] = point.x
    out[i + 1] = point.y
    out[i + 2] = (mesh[i + 2] ?? 0) / scale
  }
  return out
}

/** Where the net sees the person: logits over part of the source, few of them. */
export interface CoarseMask extends Box {
  logits: Plane
}

/** Whether a source pixel shows the person; beyond the mask the nearest pixel of the mask decides. */
function isPerson({ logits, left, top, width, height }: CoarseMask, x: number, y: number): boolean {
  const placeIn = (pixel: number, pixels: number, cells: number) =>
    ((Math.min(pixels - 1, Math.max(0, Math.round(pixel))) + 0.5) * cells) / pixels - 0.5
  return valueAt(logits, placeIn(x - left, width, logits.width), placeIn(y - top, height, logits.height)) > 0
}

interface Head {
  /** From chin to crown along the head's axis, hair included, in source pixels. */
  height: number
  /** Whether the source's upper edge cuts its crown off. */
  isCut: boolean
}

function headOf(mesh: Float32Array, mask: CoarseMask, rollDeg: number): Head {
  const chin = vertex(mesh, CHIN)
  const face = faceHeight(mesh)
  const roll = (rollDeg * Math.PI) / 180
  const upX = Math.sin(roll)
  const upY = -Math.cos(roll)
  let crown = face
  let cuts = 0
  for (const side of [-0.2, -0.1, 0, 0.1, 0.2]) {
    let reach = face * 0.9
    const bx = chin.x + Math.cos(roll) * side * face
    const by = chin.y + Math.sin(roll) * side * face
    while (reach < face * 1.75 && isPerson(mask, bx + upX * reach, by + upY * reach)) {
      // The coarse mask repeats its last row outside the picture, so stop at the picture's own edge.
      if (by + upY * reach < mask.top) {
        if (mask.top === 0) cuts++
        break
      }
      reach += 2
    }
    crown = Math.max(crown, reach)
  }
  if (cuts > 1) return { height: crown, isCut: true }
  return { height: Math.min(face * 1.6, Math.max(face * 1.12, crown)), isCut: false }
}

/** Share of the frame that would show body beyond the source's edge. */
export function missingBody(frame: Frame, source: Size, mask: CoarseMask): number {
  let missing = 0
  const columns = 36
  const rows = 45
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const point = toSource(frame, (column / (columns - 1)) * frame.width, (row / (rows - 1)) * frame.height)
      const x = Math.min(source.width - 1, Math.max(0, point.x))
      const y = Math.min(source.height - 1, Math.max(0, point.y))
      const outside = Math.hypot(point.x - x, point.y - y)
      if (outside > 1 && isPerson(mask, x, y)) missing++
    }
  }
  return missing / (columns * rows)
}

/**
 * A head's middle: halfway between its eyes and the middle of its visible sides, ears and hair included. A turned
 * face gets a little more room on the side it looks to.
 */
export function headMiddle(mesh: Float32Array, isPerson: (x: number, y: number) => boolean): Point {
  const { middle, rollDeg } = eyeLine(mesh)
  const face = faceHeight(mesh)
  const roll = (rollDeg * Math.PI) / 180
  const step = face / 150
  const reach = (level: number, direction: number) => {
    let distance = face * 0.3
    while (distance < face * 0.85) {
      const along = distance * direction
      const x = middle.x + Math.cos(roll) * along - Math.sin(roll) * level * face
      const y = middle.y + Math.sin(roll) * along + Math.cos(roll) * level * face
      if (!isPerson(x, y)) break
      distance += step
    }
    return distance
  }
  const side = (direction: number) => Math.max(...SIDE_LEVELS.map((level) => reach(level, direction)))
  const offset = ((side(1) - side(-1)) / 2) * (1 - EYES_SAY)
  return { x: middle.x + Math.cos(roll) * offset, y: middle.y + Math.sin(roll) * offset }
}

/** The point moved towards the middle between the eyes until it is within reach of it. */
function nearEyes(mesh: Float32Array, { x, y }: Point, reach: number): Point {
  const { middle } = eyeLine(mesh)
  const share = reach / Math.max(reach, Math.hypot(x - middle.x, y - middle.y))
  return { x: middle.x + (x - middle.x) * share, y: middle.y + (y - middle.y) * share }
}

/** One frame out of the family: how tight, how far off the middle, how much turned. */
function frameAt(
  mesh: Float32Array,
  middle: Point,
  head: Head,
  choice: { tightness: number; shift: number; turnDeg: number },
): Frame {
  const share = HEAD_WANTED + (HEAD_TIGHTEST - HEAD_WANTED) * choice.tightness
  const margin = head.isCut ? MARGIN_CUT : MARGIN_LOOSE + (MARGIN_TIGHT - MARGIN_LOOSE) * choice.tightness
  const turn = (choice.turnDeg * Math.PI) / 180
  const scale = head.height / share / FRAME_HEIGHT
  const acrossX = Math.cos(turn) * scale
  const acrossY = Math.sin(turn) * scale
  const axis = nearEyes(mesh, middle, EYES_OFF * FRAME_WIDTH * scale)
  const chin = vertex(mesh, CHIN)
  const chinDrop = (chin.x - axis.x) * -Math.sin(turn) + (chin.y - axis.y) * Math.cos(turn)
  const atX = FRAME_WIDTH * (0.5 + choice.shift)
  const atY = (margin + share) * FRAME_HEIGHT - chinDrop / scale
  return {
    width: FRAME_WIDTH,
    height: FRAME_HEIGHT,
    originX: axis.x - atX * acrossX + atY * acrossY,
    originY: axis.y - atX * acrossY - atY * acrossX,
    acrossX,
    acrossY,
  }
}

/**
 * The loosest frame that shows head and shoulders without running over a part of the body the
 * source cuts off. Roll is corrected to within 3°, by at most 18°; less where turning would show
 * the source's edge.
 */
export function chooseFrame(mesh: Float32Array, source: Size, mask: CoarseMask): Frame {
  const eyes = eyeLine(mesh)
  const excess = Math.sign(eyes.rollDeg) * Math.max(0, Math.abs(eyes.rollDeg) - ROLL_LEFT_DEG)
  const turnDeg = Math.max(-LARGEST_ROLL_DEG, Math.min(LARGEST_ROLL_DEG, excess))
  const head = headOf(mesh, mask, eyes.rollDeg)
  const middle = headMiddle(mesh, (x, y) => isPerson(mask, x, y))
  const turns = Math.abs(turnDeg) < 0.5 ? [0] : [turnDeg, turnDeg / 2, 0]
  let best = frameAt(mesh, middle, head, { tightness: 1, shift: 0, turnDeg: 0 })
  let least = Infinity
  for (const turn of turns) {
    for (let step = 0; step <= STEPS + STEPS_BEYOND; step++) {
      for (const shift of SHIFTS) {
        const tightness = step / STEPS
        const cost = tightness + Math.abs(shift) * 4 + Math.abs(turnDeg - turn) * 0.07
        if (cost >= least) continue
        const frame = frameAt(mesh, middle, head, { tightness, shift, turnDeg: turn })
        if (head.isCut && toFrame(frame, eyes.middle.x, eyes.middle.y).y < EYES_HIGHEST * FRAME_HEIGHT)
          continue
        // A missing body outweighs everything: a shoulder that ends in the air cannot be repaired.
        const total = cost + missingBody(frame, source, mask) * 400
        if (total < least) {
          least = total
          best = frame
        }
      }
    }
  }
  return best
}
