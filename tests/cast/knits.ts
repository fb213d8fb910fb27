import type { Garment } from './character.ts'
import { cloth, torso } from './cloth.ts'
import { tone } from './colour.ts'
import type { HeadPoint } from './geometry.ts'
import type { Sketch } from './sketch.ts'

export function crew(s: Sketch, { colour }: Garment, depth = 2.1): string {
  const n = s.who.neck * 1.14
  const line: HeadPoint[] = [
    [-n, 1.72, 0],
    [-n, 1.72, 0],
    [-n * 0.8, 1.98, 0.2],
    [0, depth, 0.35],
    [n * 0.8, 1.98, 0.2],
  ]
  const d = torso(s, line, 1.72)
  const rib: HeadPoint[] = [...line, [n, 1.72, 0]]
  const low = rib.map(([x, y, z]): HeadPoint => [x * 1.1, y + 0.12, z ?? 0])
  const shadow = s.softStroke(s.bodyLine(rib), s.skin.dark, 0.1, 0.35, 0.05)
  return (
    shadow +
    cloth(
      s,
      d,
      colour,
      s.softStroke(s.bodyLine(low), tone(colour, 0.6), 0.025, 0.7, 0.01) +
        s.softStroke(s.bodyLine(rib), tone(colour, 1.3), 0.03, 0.6, 0.015),
    )
  )
}

export function rollneck(s: Sketch, { colour }: Garment): string {
  const n = s.who.neck + 0.09
  const d = torso(
    s,
    [
      [-n, 1.72, 0],
      [0, 1.9, 0.3],
    ],
    1.72,
  )
  const tube: HeadPoint[] = [
    [-n, 1.24, 0],
    [-n * 0.6, 1.42, 0.2],
    [0, 1.5, 0.35],
    [n * 0.6, 1.42, 0.2],
    [n, 1.24, 0],
    [n * 1.06, 1.6, 0],
    [n * 1.2, 1.88, 0.1],
    [0, 2.16, 0.35],
    [-n * 1.2, 1.88, 0.1],
    [-n * 1.06, 1.6, 0],
  ]
  const t = s.bodyLine(tube, true)
  const ribs = Array.from({ length: 17 }, (_, i) => {
    const x = -n + (2 * n * i) / 16
    return s.softStroke(
      s.bodyLine([
        [x, 1.25, 0.2],
        [x * 1.12, 2.1, 0.25],
      ]),
      tone(colour, 0.62),
      0.018,
      0.35,
      0.008,
    )
  })
  const chin = s.soft(
    s.bodyLine(
      [
        [-n, 1.2, 0],
        [n, 1.2, 0],
        [n * 0.8, 1.55, 0.2],
        [-s.lit * 0.1, 1.74, 0.3],
        [-n * 0.8, 1.55, 0.2],
      ],
      true,
    ),
    tone(colour, 0.35),
    0.55,
    0.07,
  )
  const shade = s.softStroke(
    s.bodyLine([
      [-n * 1.2, 1.9, 0.1],
      [0, 2.2, 0.35],
      [n * 1.2, 1.9, 0.1],
    ]),
    tone(colour, 0.45),
    0.07,
    0.6,
    0.035,
  )
  return cloth(s, d, colour, shade, 3) + cloth(s, t, colour, ribs.join('') + chin, 3)
}

export function vneck(s: Sketch, { colour }: Garment): string {
  const n = s.who.neck * 1.14
  const line: HeadPoint[] = [
    [-n, 1.72, 0],
    [-n, 1.72, 0],
    [-n * 0.72, 2.14, 0.25],
    [-0.09, 2.72, 0.4],
    [0.09, 2.72, 0.4],
    [n * 0.72, 2.14, 0.25],
  ]
  const d = torso(s, line, 1.72)
  const edge = s.bodyLine([...line, [n, 1.74, 0]])
  return (
    s.softStroke(edge, s.skin.dark, 0.08, 0.4, 0.04) +
    cloth(
      s,
      d,
      colour,
      s.softStroke(edge, tone(colour, 1.35), 0.035, 0.5, 0.015) +
        s.softStroke(edge, tone(colour, 0.6), 0.14, 0.3, 0.02),
    )
  )
}
