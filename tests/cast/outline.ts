import { mirrored } from './geometry.ts'
import type { HeadPoint } from './geometry.ts'
import type { Sketch } from './sketch.ts'

/** The head without hair, from the crown by the viewer's right down to the chin and back. */
export function headOutline({ who }: Sketch): HeadPoint[] {
  const { cheek, jaw, chin, length, brow, crown = 0 } = who.head
  const right: HeadPoint[] = [
    [0.5 * brow + 0.6 * crown, -1.22 - 0.7 * crown, 0.05],
    [0.83 * brow + 0.5 * crown, -0.88 - 0.25 * crown, 0.05],
    [0.945 * brow + 0.15 * crown, -0.38, 0.08],
    [cheek * 0.985, 0.05, 0.08],
    [cheek * 0.97, 0.36, 0.12],
    [jaw * 1.02, 0.78 * (0.5 + length / 2.6), 0.18],
    [(jaw + chin) * 0.52, length * 0.845, 0.35],
    [chin, length * 0.972, 0.5],
  ]
  return [[0, -1.3 - crown, 0.1], ...right, [0, length, 0.56], ...mirrored(right)]
}
