import { boxWithin } from '#studio/picture/box.ts'
import type { Box } from '#studio/picture/box.ts'
import { LINEAR_OF_BYTE, labOf } from '#studio/picture/color.ts'
import type { Lab } from '#studio/picture/color.ts'
import { FRAME_WIDTH } from '#studio/person/frame.ts'
import { CHIN, vertex } from '#studio/person/landmarks.ts'

/** Side of the cells skin is sought on, pixels of a whole frame: half a finger. */
const CELL = 12
/** Below the chin by this many heads begins what is no longer neck: a patch that reaches higher is neck or cloth. */
const CHEST = 0.4
/** How far from the face's a hand's colour may lie: lightness, for it has a light of its own, and hue with chroma. */
const LIGHTNESS_OFF = 28
const TONE_OFF = 11
/** Fingers have gaps: skin this many cells apart is one hand. */
const GAP = 2
/** Fewer cells are a seam or a button. */
const LEAST_CELLS = 3

interface Subject {
  width: number
  height: number
  /** Interleaved, and 0..255. */
  colours: Uint8Array
  alpha: Uint8Array
  mesh: Float32Array
  /** First row of the head. */
  crown: number
  skin: Lab
}

/**
 * Boxes round patches of the face's colour that lie below the chest, half a cell wider: hands, and fingers that come in from
 * outside.
 */
export function handsOf(subject: Subject): Box[] {
  const { width, height, mesh, crown } = subject
  const cell = Math.max(1, Math.round((CELL * width) / FRAME_WIDTH))
  const [columns, rows] = [Math.floor(width / cell), Math.floor(height / cell)]
  const chin = vertex(mesh, CHIN).y
  const from = Math.max(0, Math.round(chin / cell))
  const isSkin = new Uint8Array(columns * rows)
  for (let row = from; row < rows; row++)
    for (let column = 0; column < columns; column++)
      if (showsSkin(subject, Math.floor((column + 0.5) * cell), Math.floor((row + 0.5) * cell)))
        isSkin[row * columns + column] = 1
  const chest = (chin + CHEST * (chin - crown)) / cell
  const hands: Box[] = []
  for (let at = from * columns; at < isSkin.length; at++) {
    if (!(isSkin[at] ?? 0)) continue
    const patch = takePatch(isSkin, columns, at)
    if (patch.top < chest || patch.cells < LEAST_CELLS) continue
    const edges = {
      left: patch.left * cell,
      top: patch.top * cell,
      right: (patch.right + 1) * cell,
      bottom: (patch.bottom + 1) * cell,
    }
    hands.push(boxWithin(edges, cell / 2, subject))
  }
  return hands
}

function showsSkin({ width, colours, alpha, skin }: Subject, x: number, y: number): boolean {
  const at = y * width + x
  if ((alpha[at] ?? 0) < 128) return false
  const linear = (channel: number) => LINEAR_OF_BYTE[colours[at * 3 + channel] ?? 0] ?? 0
  const { l, a, b } = labOf(linear(0), linear(1), linear(2))
  return Math.abs(l - skin.l) < LIGHTNESS_OFF && Math.hypot(a - skin.a, b - skin.b) < TONE_OFF
}

/** Takes a patch out of the cells, from one of them on: its edges and how many cells it has. */
function takePatch(isSkin: Uint8Array, columns: number, start: number) {
  const patch = { left: columns, right: 0, top: Infinity, bottom: 0, cells: 0 }
  const open = [start]
  isSkin[start] = 0
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const [x, y] = [at % columns, Math.floor(at / columns)]
    patch.left = Math.min(patch.left, x)
    patch.right = Math.max(patch.right, x)
    patch.top = Math.min(patch.top, y)
    patch.bottom = Math.max(patch.bottom, y)
    patch.cells++
    for (let down = -GAP; down <= GAP; down++) {
      for (let along = -GAP; along <= GAP; along++) {
        const near = at + down * columns + along
        if (x + along < 0 || x + along >= columns || !(isSkin[near] ?? 0)) continue
        isSkin[near] = 0
        open.push(near)
      }
    }
  }
  return patch
}
