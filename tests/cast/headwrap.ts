import { tone } from './colour.ts'
import { mirrored } from './geometry.ts'
import type { HeadPoint } from './geometry.ts'
import type { Hair } from './hair.ts'
import { print } from './print.ts'
import { lightOver } from './sketch.ts'
import type { Sketch } from './sketch.ts'
import { headOutline } from './outline.ts'
import { grain } from './skin.ts'

const KNOT: HeadPoint = [0.34, -1.36, 0.5]

/** A scarf wound round the head and knotted above the brow; ears and neck stay free. */
export function headwrap(s: Sketch): Hair {
  const outer: HeadPoint[] = [
    [0.4, -1.74, 0],
    [0.8, -1.55, -0.05],
    [1.08, -1.1, -0.1],
    [1.12, -0.6, -0.1],
    [1.0, -0.1, -0.05],
  ]
  const brow: HeadPoint[] = [
    [0.93, -0.14, 0.18],
    [0.87, -0.5, 0.3],
    [0.66, -0.8],
    [0.34, -0.94],
  ]
  const whole = s.line(
    [[0, -1.8, 0], ...outer, ...brow, [0, -0.98], ...mirrored(brow), ...mirrored(outer)],
    true,
  )
  const edge: HeadPoint[] = [...mirrored([...brow].reverse()), [0, -0.98], ...[...brow].reverse()]
  const shadow = s.clip(
    s.faceLine(headOutline(s), true),
    s.softStroke(s.line(edge), s.skin.dark, 0.14, 0.5, 0.05),
  )
  return {
    back: inner(s, outer),
    front: shadow + piece(s, whole, folds(s, edge)) + ends(s, whole),
  }
}

/** The cloth inside this half outline, visible where a turned head leaves room for it. */
export function inner(s: Sketch, outer: readonly HeadPoint[]): string {
  const half = outer.slice(1, -1)
  const low: HeadPoint[] = [
    [0.92, -0.25, -0.1],
    [0.92, -0.25, -0.1],
  ]
  return s.fill(
    s.line([...half, ...low, ...mirrored(low), ...mirrored(half)], true),
    tone(s.who.hair.colour, 0.4),
  )
}

/** Cloth over a path, with its print, folds and light. */
function piece(s: Sketch, d: string, content: string): string {
  const { colour } = s.who.hair
  const [x, y] = s.head([s.lit * 0.5, -1.3, 0.3])
  const fill = s.radial([x, y], 1.8 * s.unit, [
    [0, tone(colour, 1.2)],
    [0.45, colour],
    [1, tone(colour, 0.6)],
  ])
  return s.fill(d, fill) + s.clip(d, print(s) + content + grain(s, d, 0.16, 2.4) + lightOver(s, d))
}

/** From the sides to the knot. */
function folds(s: Sketch, edge: readonly HeadPoint[]): string {
  const { colour } = s.who.hair
  const parts = [s.softStroke(s.line(edge), tone(colour, 0.45), 0.05, 0.7, 0.02)]
  for (let i = 0; i < 8; i++) {
    const k = i % 2 === 0 ? -1 : 1
    const t = (i >> 1) / 3
    const fold: HeadPoint[] = [
      [k * (0.98 + 0.12 * t), -0.3 - 0.5 * t, 0.1],
      [k * (0.72 + 0.1 * t), -0.8 - 0.5 * t, 0.35 - 0.2 * t],
      [0.34 + k * (0.2 + 0.1 * t), -1.12 - 0.34 * t, 0.5 - 0.2 * t],
      KNOT,
    ]
    const lit = fold.map(([x, y, z]): HeadPoint => [x, y - 0.05, z ?? 0])
    parts.push(
      s.softStroke(s.line(fold), tone(colour, 0.3), 0.06, 0.6, 0.03),
      s.softStroke(s.line(lit), tone(colour, 1.7), 0.05, 0.3, 0.025),
    )
  }
  return parts.join('')
}

/** The knot and its two upright ends. */
function ends(s: Sketch, below: string): string {
  const { colour } = s.who.hair
  const [kx, ky] = KNOT
  const flap = (k: number) => {
    const d = s.line(
      [
        [kx, ky - 0.04, 0.55],
        [kx + k * 0.2, ky - 0.34, 0.5],
        [kx + k * 0.44, ky - 0.5, 0.45],
        [kx + k * 0.62, ky - 0.36, 0.45],
        [kx + k * 0.5, ky - 0.1, 0.5],
        [kx + k * 0.22, ky + 0.04, 0.55],
      ],
      true,
    )
    const crease = s.line([
      [kx, ky, 0.55],
      [kx + k * 0.26, ky - 0.2, 0.52],
      [kx + k * 0.52, ky - 0.34, 0.46],
    ])
    return (
      s.clip(below, s.softStroke(d, tone(colour, 0.25), 0.05, 0.55, 0.03)) +
      piece(
        s,
        d,
        s.softStroke(crease, tone(colour, 0.4), 0.05, 0.7, 0.025) +
          s.softStroke(d, tone(colour, 1.6), 0.03, 0.4, 0.015),
      )
    )
  }
  const ball = s.line(
    [
      [kx - 0.17, ky, 0.6],
      [kx, ky - 0.15, 0.6],
      [kx + 0.17, ky, 0.6],
      [kx, ky + 0.15, 0.6],
    ],
    true,
  )
  return (
    flap(-1) +
    flap(1) +
    s.softStroke(ball, tone(colour, 0.25), 0.05, 0.6, 0.03) +
    piece(s, ball, s.softStroke(ball, tone(colour, 0.4), 0.06, 0.6, 0.03))
  )
}
