import type { Garment } from './character.ts'
import { cloth, flank, torso } from './cloth.ts'
import { mix, tone } from './colour.ts'
import type { HeadPoint } from './geometry.ts'
import { crew, vneck } from './knits.ts'
import { lightOver } from './sketch.ts'
import type { Sketch } from './sketch.ts'

/** The two leaves of an open collar, with the band that stands against the neck. */
function collarPair(s: Sketch, colour: string): string {
  const n = s.who.neck * 1.1
  const sharp = (p: HeadPoint): HeadPoint[] => [p, p]
  return [-1, 1]
    .map((k) => {
      const inner: HeadPoint[] = [
        ...sharp([k * n, 1.41, -0.02]),
        [k * n * 0.82, 1.78, 0.2],
        ...sharp([k * 0.09, 2.3, 0.4]),
      ]
      const outer: HeadPoint[] = [
        ...sharp([k * 0.46, 2.58, 0.42]),
        [k * (n + 0.14), 2.1, 0.25],
        ...sharp([k * (n + 0.16), 1.72, 0.02]),
      ]
      const d = s.bodyLine([...inner, ...outer], true)
      const rim = s.bodyLine([...inner.slice(-1), ...outer])
      const inside = [
        s.softStroke(s.bodyLine(inner), tone(colour, 0.72), 0.1, 0.55, 0.05),
        s.softStroke(rim, tone(colour, 0.8), 0.012, 0.7, 0.004),
        s.softStroke(
          s.bodyLine([
            [k * (n + 0.1), 1.8, 0],
            [k * n * 0.9, 2.0, 0.2],
            [k * 0.3, 2.4, 0.4],
          ]),
          tone(colour, 1.1),
          0.08,
          0.5,
          0.04,
        ),
        lightOver(s, d),
      ].join('')
      return (
        s.softStroke(rim, tone(colour, 0.35), 0.06, 0.5, 0.04) +
        s.fill(d, tone(colour, k === s.lit ? 1.04 : 0.95)) +
        s.clip(d, inside)
      )
    })
    .join('')
}

export function shirt(s: Sketch, { colour }: Garment): string {
  const n = s.who.neck * 1.14
  const d = torso(
    s,
    [
      [-n, 1.6, 0],
      [-n, 1.6, 0],
      [-n * 0.6, 2.0, 0.3],
      [0, 2.52, 0.4],
      [0, 2.52, 0.4],
      [n * 0.6, 2.0, 0.3],
    ],
    1.6,
  )
  const placket =
    s.softStroke(
      s.bodyLine([
        [0.03, 2.5, 0.4],
        [0.05, 3.5, 0.4],
        [0.05, 8, 0.4],
      ]),
      tone(colour, 0.6),
      0.022,
      0.55,
      0.01,
    ) +
    s.softStroke(
      s.bodyLine([
        [-0.15, 2.6, 0.4],
        [-0.13, 3.5, 0.4],
        [-0.13, 8, 0.4],
      ]),
      tone(colour, 0.75),
      0.012,
      0.5,
      0.006,
    )
  const buttons = [2.86, 3.5, 4.14].map((y) =>
    s.fill(
      s.bodyLine(
        [
          [-0.085, y, 0.4],
          [-0.05, y - 0.035, 0.4],
          [-0.015, y, 0.4],
          [-0.05, y + 0.035, 0.4],
        ],
        true,
      ),
      tone(colour, 0.72),
    ),
  )
  return cloth(s, d, colour, placket + buttons.join('')) + collarPair(s, colour)
}

export function blazer(s: Sketch, { colour, under = '#f1f1ef' }: Garment): string {
  const n = s.who.neck * 1.16 + 0.03
  const shirtPart =
    s.who.beard || s.who.glasses || s.who.hair.style === 'swept'
      ? shirt(s, { cut: 'shirt', colour: under })
      : s.who.hair.style === 'scarf' || s.who.age === 1
        ? crew(s, { cut: 'crew', colour: under }, 2.0)
        : vneck(s, { cut: 'vneck', colour: under })
  const half = (k: number): HeadPoint[] => [
    [k * n, 1.46, -0.05],
    [k * n, 1.46, -0.05],
    [k * n * 1.06, 2.05, 0.2],
    [k * 0.52, 2.8, 0.4],
    [k * 0.1, 3.7, 0.45],
    [k * 0.06, 5, 0.45],
    [k * 0.06, 30, 0.45],
  ]
  const sides = [-1, 1].map((k) => {
    const edge: HeadPoint[] = [
      [n + 0.06, 1.46, -0.05],
      [n + 0.06, 1.46, -0.05],
      [n + 0.14, 1.7, 0],
      ...flank(s, 1.6, 0.1).slice(2),
    ]
    const outer = edge.map(([x, y, z]): HeadPoint => [k * x, y, z ?? 0])
    const d = s.bodyLine([...half(k), ...outer.reverse()], true)
    const lapel: HeadPoint[] = [
      [k * n, 1.46, -0.05],
      [k * n, 1.46, -0.05],
      [k * (n + 0.05), 1.46, -0.05],
      [k * (n + 0.17), 1.82, 0.1],
      [k * (n + 0.42), 2.34, 0.25],
      [k * (n + 0.2), 2.46, 0.3],
      [k * (n + 0.38), 2.62, 0.3],
      [k * 0.62, 3.2, 0.42],
      [k * 0.1, 3.72, 0.46],
      [k * 0.5, 2.8, 0.42],
      [k * n * 1.05, 2.05, 0.22],
    ]
    const l = s.bodyLine(lapel, true)
    const notch = s.stroke(
      s.bodyLine([
        [k * n * 0.97, 2.26, 0.3],
        [k * (n + 0.2), 2.46, 0.3],
      ]),
      tone(colour, 0.5),
      0.012,
      0.8,
    )
    const rim = s.softStroke(s.bodyLine(lapel.slice(2, 9)), tone(colour, 0.35), 0.07, 0.7, 0.04)
    const light = s.softStroke(s.bodyLine(lapel.slice(2, 9)), tone(colour, 1.5), 0.012, 0.5, 0.006)
    const onShirt = s.softStroke(s.bodyLine(half(k).slice(0, 4)), tone(under, 0.35), 0.1, 0.35, 0.05)
    return (
      onShirt + cloth(s, d, colour, rim) + cloth(s, l, mix(colour, tone(colour, 1.2), 0.3), light + notch)
    )
  })
  const w = n + 0.05
  const low = Math.max(w, 0.72)
  const opening = s.bodyLine(
    [
      [-w, 1.2, 0],
      [-w, 1.9, 0],
      [-w, 1.9, 0],
      [-low, 2.6, 0.3],
      [-low, 30, 0.3],
      [low, 30, 0.3],
      [low, 2.6, 0.3],
      [w, 1.9, 0],
      [w, 1.9, 0],
      [w, 1.2, 0],
    ],
    true,
  )
  return s.clip(opening, shirtPart) + sides.join('')
}
