import { luminanceAt } from '#studio/picture/color.ts'
import { fillPolygon, LEFT_EYE, outline, RIGHT_EYE, vertex } from '#studio/person/landmarks.ts'
import type { Point } from '#studio/person/landmarks.ts'
import type { PictureView } from './view.ts'

/** Corners from left to right on screen. */
const EYES = [
  { lids: RIGHT_EYE, corners: [33, 133] },
  { lids: LEFT_EYE, corners: [362, 263] },
] as const
/** Share of the eye that is darkest: an iris. */
const DARKEST = 0.35

/**
 * How far the dark pixels between the lids lie from the middle of the eyes, in eye widths, positive to the right on
 * screen: the smaller value of the two eyes, 0 where the eyes disagree. Measured in the picture itself, because the
 * iris net follows drawn and narrow eyes only half the way.
 */
export function darkGazeOf(view: PictureView): number {
  const [right = 0, left = 0] = EYES.map(({ lids, corners: [from, to] }) =>
    darkWithin(view, outline(view.mesh, lids), vertex(view.mesh, from), vertex(view.mesh, to)),
  )
  return right * left > 0 ? Math.sign(right) * Math.min(Math.abs(right), Math.abs(left)) : 0
}

/** Middle of the darkest part of a polygon along the line from one corner to the other, -.5..+.5. */
function darkWithin(
  { data, width, height }: PictureView,
  lids: readonly Point[],
  a: Point,
  b: Point,
): number {
  const [left, top] = [Math.floor(Math.min(a.x, b.x)), Math.floor(Math.min(...lids.map(({ y }) => y)))]
  const wide = Math.ceil(Math.abs(b.x - a.x)) + 1
  const tall = Math.ceil(Math.max(...lids.map(({ y }) => y))) - top + 1
  const map = new Float32Array(wide * tall)
  const moved = lids.map(({ x, y }) => ({ x: x - left, y: y - top }))
  fillPolygon(map, wide, tall, moved, 1)
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  const seen: { light: number; along: number }[] = []
  map.forEach((value, cell) => {
    const [x, y] = [left + (cell % wide), top + Math.floor(cell / wide)]
    if (value === 0 || x < 0 || y < 0 || x >= width || y >= height) return
    const along = ((x - a.x) * dx + (y - a.y) * dy) / (dx * dx + dy * dy) - 0.5
    seen.push({ light: luminanceAt(data, 3 * (y * width + x)), along })
  })
  const dark = seen.sort((p, q) => p.light - q.light).slice(0, Math.ceil(DARKEST * seen.length))
  return dark.reduce((sum, { along }) => sum + along, 0) / (dark.length || 1)
}
