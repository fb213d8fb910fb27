import { boxWithin } from '#studio/picture/box.ts'
import type { Box } from '#studio/picture/box.ts'
import { LINEAR_OF_BYTE, labOf } from '#studio/picture/color.ts'
import type { Lab } from '#studio/picture/color.ts'
import { FRAME_WIDTH } from '#studio/person/frame.ts'
import { CHIN, vertex } from '#studio/person/landmarks.ts'
import { boxMean } from '#studio/planes/blur.ts'
import { above } from '#studio/planes/mask.ts'
import { partsOf } from '#studio/planes/parts.ts'
import { createPlane } from '#studio/planes/plane.ts'

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
  const skin = createPlane(columns, rows)
  for (let row = from; row < rows; row++)
    for (let column = 0; column < columns; column++)
      if (showsSkin(subject, Math.floor((column + 0.5) * cell), Math.floor((row + 0.5) * cell)))
        skin.data[row * columns + column] = 1
  const chest = (chin + CHEST * (chin - crown)) / cell
  return partsOf(above(boxMean(skin, GAP / 2).data, 0.01), columns)
    .map((part) => part.filter((i) => (skin.data[i] ?? 0) > 0))
    .flatMap((hand) => {
      const [xs, ys] = [hand.map((i) => i % columns), hand.map((i) => Math.floor(i / columns))]
      const top = Math.min(...ys)
      if (top < chest || hand.length < LEAST_CELLS) return []
      const edges = {
        left: Math.min(...xs) * cell,
        top: top * cell,
        right: (Math.max(...xs) + 1) * cell,
        bottom: (Math.max(...ys) + 1) * cell,
      }
      return [boxWithin(edges, cell / 2, subject)]
    })
}

function showsSkin({ width, colours, alpha, skin }: Subject, x: number, y: number): boolean {
  const at = y * width + x
  if ((alpha[at] ?? 0) < 128) return false
  const linear = (channel: number) => LINEAR_OF_BYTE[colours[at * 3 + channel] ?? 0] ?? 0
  const { l, a, b } = labOf(linear(0), linear(1), linear(2))
  return Math.abs(l - skin.l) < LIGHTNESS_OFF && Math.hypot(a - skin.a, b - skin.b) < TONE_OFF
}
