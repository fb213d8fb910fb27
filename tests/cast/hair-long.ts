import { tone } from './colour.ts'
import type { HeadPoint } from './geometry.ts'
import { looseEnds, mass } from './hair.ts'
import type { Hair } from './hair.ts'
import { lightOver, strands } from './sketch.ts'
import type { Sketch } from './sketch.ts'

/** A streak of light along the hair. */
export function gloss(s: Sketch, points: readonly HeadPoint[], width: number, opacity: number): string {
  return s.softStroke(s.line(points), tone(s.who.hair.colour, 1.75, 0.95), width, opacity, width * 0.5)
}

/** The hair behind head and neck. */
export function backDrop(s: Sketch, outline: readonly HeadPoint[], content: string): string {
  const d = s.line(outline, true)
  const { colour } = s.who.hair
  const [x, y] = s.head([0, -0.4, 0])
  const fill = s.linear(
    [x, y],
    [x, y + 2.6 * s.unit],
    [
      [0, tone(colour, 0.6)],
      [1, tone(colour, 0.8)],
    ],
  )
  return s.soft(d, fill, 1, 0.01) + s.clip(d, content + lightOver(s, d, 0.7))
}

/** Long, parted at the viewer's left, one side before the shoulder. */
export function long(s: Sketch): Hair {
  const { colour } = s.who.hair
  const back: HeadPoint[] = [
    [-1.08, -0.6, -0.3],
    [-1.16, 0.2, -0.3],
    [-1.2, 1.2, -0.3],
    [-1.22, 2.3, -0.2],
    [-0.9, 2.75, 0],
    [-0.3, 2.2, -0.2],
    [0.3, 2.2, -0.2],
    [0.95, 2.7, 0],
    [1.25, 2.2, -0.2],
    [1.2, 1.2, -0.3],
    [1.16, 0.2, -0.3],
    [1.08, -0.6, -0.3],
    [0.6, -1.4, -0.1],
    [-0.6, -1.4, -0.1],
  ]
  const fall = (k: number) =>
    strands(
      s,
      [
        [k * 1.05, -0.4, -0.3],
        [k * 1.17, 0.5, -0.3],
        [k * 1.2, 1.4, -0.3],
        [k * 1.14, 2.6, -0.1],
      ],
      [
        [k * 0.7, -0.2, -0.3],
        [k * 0.72, 0.6, -0.3],
        [k * 0.6, 1.4, -0.3],
        [k * 0.45, 2.4, -0.1],
      ],
      { count: 60, colour, wander: 0.14, width: 0.016 },
    )
  const part: HeadPoint = [-0.24, -1.02]
  const right: HeadPoint[] = [
    part,
    [-0.2, -1.46, 0.1],
    [0.3, -1.52, 0.05],
    [0.8, -1.22, 0],
    [1.05, -0.7, -0.05],
    [1.1, 0, -0.05],
    [1.14, 0.8, 0],
    [1.18, 1.6, 0.1],
    [1.12, 2.5, 0.3],
    [0.86, 2.85, 0.4],
    [0.68, 2.3, 0.4],
    [0.82, 1.5, 0.3],
    [0.95, 0.8, 0.2],
    [0.93, 0.2, 0.2],
    [0.84, -0.3, 0.35],
    [0.6, -0.68],
    [0.2, -0.92],
  ]
  const left: HeadPoint[] = [
    part,
    [-0.26, -1.46, 0.1],
    [-0.6, -1.4, 0.05],
    [-0.92, -1.05, 0],
    [-1.07, -0.5, -0.05],
    [-1.1, 0.1, -0.05],
    [-1.13, 0.9, -0.1],
    [-1.14, 1.7, -0.1],
    [-1.02, 2.1, 0],
    [-0.92, 1.4, 0.1],
    [-0.95, 0.7, 0.15],
    [-0.93, 0.1, 0.2],
    [-0.86, -0.4, 0.3],
    [-0.62, -0.78],
    [-0.38, -0.96],
  ]
  const rightStrands = strands(
    s,
    [
      [-0.22, -1.06, 0.6],
      [0.2, -1.0, 0.62],
      [0.62, -0.74, 0.6],
      [0.9, -0.2, 0.3],
      [0.98, 0.7, 0.2],
      [0.86, 1.6, 0.3],
      [0.78, 2.6, 0.4],
    ],
    [
      [-0.2, -1.46, 0.1],
      [0.4, -1.5, 0.1],
      [0.92, -1.05, 0],
      [1.1, -0.3, -0.05],
      [1.14, 0.7, 0],
      [1.18, 1.6, 0.1],
      [1.06, 2.7, 0.3],
    ],
    { count: 110, colour: tone(colour, 1.08), wander: 0.09, width: 0.015, opacity: 0.7 },
  )
  const leftStrands = strands(
    s,
    [
      [-0.26, -1.06, 0.6],
      [-0.5, -0.98, 0.55],
      [-0.8, -0.55, 0.35],
      [-0.94, 0.1, 0.2],
      [-0.95, 0.9, 0.15],
      [-0.94, 1.7, 0],
    ],
    [
      [-0.26, -1.46, 0.1],
      [-0.68, -1.36, 0.05],
      [-1.02, -0.75, 0],
      [-1.1, 0.1, -0.05],
      [-1.14, 0.9, -0.1],
      [-1.08, 2.0, 0],
    ],
    { count: 80, colour: tone(colour, 1.05), wander: 0.08, width: 0.015, opacity: 0.7 },
  )
  const shine =
    gloss(
      s,
      [
        [0.1, -1.12, 0.6],
        [0.5, -1.02, 0.55],
        [0.86, -0.62, 0.3],
      ],
      0.1,
      0.42,
    ) +
    gloss(
      s,
      [
        [-0.36, -1.18, 0.5],
        [-0.66, -1.05, 0.4],
        [-0.92, -0.6, 0.2],
      ],
      0.07,
      0.34,
    ) +
    gloss(
      s,
      [
        [1.04, 0.6, 0],
        [1.08, 1.1, 0.1],
        [1.03, 1.6, 0.2],
      ],
      0.09,
      0.2,
    )
  const fly = looseEnds(
    s,
    [
      [-1.12, 1.2, -0.1],
      [-1.1, 0.1, 0],
      [-1.06, -0.5, 0],
      [-0.92, -1.05, 0],
      [-0.5, -1.44, 0],
      [0.3, -1.52, 0],
      [0.8, -1.22, 0],
      [1.06, -0.7, 0],
      [1.1, 0, 0],
      [1.16, 1.2, 0],
    ],
    70,
    0.13,
    0.6,
    true,
  )
  const cap: HeadPoint[] = [
    [-0.24, -1.0],
    [-0.5, -0.94],
    [-0.8, -1.2, 0],
    [-0.5, -1.46, 0],
    [-0.2, -1.53, 0.05],
    [0.2, -1.54, 0.05],
    [0.4, -1.2, 0.3],
    [0.1, -1.0],
  ]
  const parting = s.softStroke(
    s.line([
      [-0.23, -1.0, 0.62],
      [-0.22, -1.2, 0.5],
      [-0.22, -1.42, 0.2],
    ]),
    tone(colour, 0.5),
    0.02,
    0.8,
    0.012,
  )
  const wisps = strands(
    s,
    [
      [0.5, -0.74],
      [0.86, -0.1, 0.3],
      [0.86, 0.5, 0.3],
      [0.93, 1.2, 0.3],
    ],
    [
      [0.62, -0.7],
      [0.93, 0, 0.2],
      [0.92, 0.6, 0.2],
      [0.86, 1.4, 0.3],
    ],
    { count: 9, colour, wander: 0.12, width: 0.009 },
  )
  return {
    back: backDrop(s, back, fall(-1) + fall(1)),
    front:
      mass(s, cap, '') +
      mass(s, left, leftStrands + shine) +
      mass(s, right, rightStrands + shine) +
      parting +
      fly +
      wisps,
  }
}
