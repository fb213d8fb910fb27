import { luminanceAt } from '#studio/picture/color.ts'
import { centroid, FACE_OVAL, outline, vertex } from '#studio/person/landmarks.ts'
import type { Point } from '#studio/person/landmarks.ts'
import type { PictureView } from './view.ts'

/**
 * In face heights: how far from the mesh's outline, inwards and outwards, a line of light may run, and how wide the
 * darker strip on either side of it must be.
 */
const JAW = { inwards: 0.1, outwards: 0.06, flank: 0.035, cheek: 0.09 } as const
/** ln of how much brighter a line is than both its sides. */
const RIDGE = 0.22
/** Places between two vertices. */
const BETWEEN = 3
/** Below the first vertex's height the oval is jaw. */
const CHEEK_BONE = 234
/**
 * Share of the jaw along which a line of light runs, left from a selfie taken against the light: the headshot's new
 * light does not explain it.
 */
export function measureJawGlow(view: PictureView): number {
  const oval = outline(view.mesh, FACE_OVAL)
  const middle = centroid(oval)
  const from = vertex(view.mesh, CHEEK_BONE).y
  let [judged, bright] = [0, 0]
  oval.forEach((point, i) => {
    const next = oval[(i + 1) % oval.length] ?? point
    if (Math.min(point.y, next.y) < from) return
    for (let k = 0; k < BETWEEN; k++) {
      const x = point.x + ((next.x - point.x) * k) / BETWEEN
      const y = point.y + ((next.y - point.y) * k) / BETWEEN
      judged++
      if (ridgeAt(view, { x, y }, middle) > RIDGE) bright++
    }
  })
  return judged > 0 ? bright / judged : 0
}

/** ln of how much brighter the brightest place across the outline is than the darker strips on both sides of it. */
function ridgeAt(view: PictureView, at: Point, middle: Point): number {
  const away = Math.hypot(at.x - middle.x, at.y - middle.y)
  const [dx, dy] = [(at.x - middle.x) / away, (at.y - middle.y) / away]
  const pixels = (faces: number): number => Math.round(faces * view.faceHeight)
  const [flank, cheek] = [pixels(JAW.flank), pixels(JAW.cheek)]
  const light = (s: number): number => lightAt(view, at.x + dx * s, at.y + dy * s)
  let best = -Infinity
  for (let s = pixels(-JAW.inwards); s <= pixels(JAW.outwards); s++)
    best = Math.max(best, Math.log(light(s) / Math.max(light(s - flank), light(s - cheek), light(s + flank))))
  return best
}

/** Mean linear luminance of 3x3 pixels. */
function lightAt({ data, width, height }: PictureView, x: number, y: number): number {
  let sum = 0.01
  for (let dy = -1; dy <= 1; dy++) {
    for (let dx = -1; dx <= 1; dx++) {
      const column = Math.min(width - 1, Math.max(0, Math.round(x) + dx))
      const row = Math.min(height - 1, Math.max(0, Math.round(y) + dy))
      sum += luminanceAt(data, 3 * (row * width + column)) / 9
    }
  }
  return sum
}
