import { mix, tone } from './colour.ts'
import { mirrored } from './geometry.ts'
import type { HeadPoint } from './geometry.ts'
import type { Hair } from './hair.ts'
import { print } from './print.ts'
import { lightOver } from './sketch.ts'
import type { Sketch } from './sketch.ts'

/** A headscarf, wrapped under the chin and over one shoulder. */
export function scarf(s: Sketch): Hair {
  const { colour } = s.who.hair
  const shade = tone(colour, 0.62)
  const chin = s.who.head.length
  const back: HeadPoint[] = [
    [-0.9, -1.2, -0.1],
    [-1.12, -0.6, -0.2],
    [-1.2, 0.2, -0.2],
    [-1.15, 1.0, -0.1],
    [-1.5, 1.9, 0],
    [-1.2, 2.6, 0.2],
    [0, 2.7, 0.3],
    [1.2, 2.6, 0.2],
    [1.5, 1.9, 0],
    [1.15, 1.0, -0.1],
    [1.2, 0.2, -0.2],
    [1.12, -0.6, -0.2],
    [0.9, -1.2, -0.1],
    [0, -1.58, 0],
  ]
  const outerHalf: HeadPoint[] = [
    [0.55, -1.46, 0.05],
    [0.95, -1.08, 0],
    [1.14, -0.5, -0.05],
    [1.18, 0.2, -0.05],
    [1.12, 0.8, 0],
    [1.0, 1.25, 0.15],
    [0.9, 1.7, 0.3],
  ]
  const faceHalf: HeadPoint[] = [
    [0.4, -0.86],
    [0.68, -0.66],
    [0.83, -0.3, 0.4],
    [0.88, 0.1, 0.35],
    [0.83, 0.45, 0.4],
    [0.7, chin * 0.68, 0.45],
    [0.42, chin * 0.91, 0.55],
  ]
  const opening = s.line([[0, -0.93], ...faceHalf, [0, chin - 0.03, 0.65], ...mirrored(faceHalf)], true)
  const outside = s.line(
    [[0, -1.58, 0.05], ...outerHalf, [0.4, 2.1, 0.5], [-0.4, 2.1, 0.5], ...mirrored(outerHalf)],
    true,
  )
  const ring = `${outside}${opening}`
  const [x, y] = s.head([s.lit * 0.6, -0.9, 0.3])
  const fill = s.radial([x, y], 2.6 * s.unit, [
    [0, tone(colour, 1.22)],
    [0.4, colour],
    [1, shade],
  ])
  const fold = (points: readonly HeadPoint[], dark: boolean, w = 0.07) =>
    s.softStroke(
      s.line(points),
      dark ? tone(colour, 0.5) : tone(colour, 1.5, 0.9),
      w,
      dark ? 0.5 : 0.32,
      w * 0.7,
    )
  const folds = [-1, 1].flatMap((k) => [
    fold(
      [
        [k * 0.2, -1.15, 0.6],
        [k * 0.72, -0.92, 0.45],
        [k * 1.0, -0.3, 0.15],
        [k * 1.02, 0.5, 0.1],
        [k * 0.8, 1.15, 0.35],
      ],
      true,
      0.05,
    ),
    fold(
      [
        [k * 0.1, -1.3, 0.5],
        [k * 0.7, -1.1, 0.35],
        [k * 1.06, -0.4, 0.05],
        [k * 1.08, 0.4, 0.05],
      ],
      false,
      0.06,
    ),
    fold(
      [
        [k * 0.92, -0.2, 0.25],
        [k * 0.95, 0.4, 0.2],
        [k * 0.76, 1.0, 0.4],
        [k * 0.4, 1.38, 0.55],
      ],
      false,
      0.04,
    ),
  ])
  const drape = [
    fold(
      [
        [-0.95, 0.9, 0.2],
        [-0.4, 1.5, 0.5],
        [0.5, 1.75, 0.5],
        [1.1, 1.7, 0.2],
      ],
      true,
      0.08,
    ),
    fold(
      [
        [-1.0, 1.15, 0.2],
        [-0.4, 1.72, 0.5],
        [0.5, 1.98, 0.5],
        [1.2, 1.9, 0.2],
      ],
      false,
      0.07,
    ),
    fold(
      [
        [-1.05, 1.4, 0.2],
        [-0.4, 1.95, 0.5],
        [0.5, 2.2, 0.5],
        [1.3, 2.1, 0.2],
      ],
      true,
      0.08,
    ),
    fold(
      [
        [-1.0, 0.7, 0.1],
        [-0.5, 1.35, 0.5],
        [0.2, 1.56, 0.6],
        [0.9, 1.4, 0.3],
      ],
      false,
      0.05,
    ),
  ].join('')
  for (let i = 0; i < 9; i++) {
    const [y, k] = [0.75 + i * 0.13, i % 2 === 0 ? 1 : -1]
    folds.push(
      s.softStroke(
        s.line([
          [-k * 1.1, y, 0.1],
          [-k * 0.5, y + 0.42 + 0.1 * s.random(), 0.5],
          [k * 0.3, y + 0.6, 0.5],
          [k * 1.05, y + 0.35, 0.2],
        ]),
        tone(colour, i % 3 === 0 ? 1.35 : 0.55),
        0.025 + 0.03 * s.random(),
        0.4,
        0.02,
      ),
    )
  }
  const [id, whole] = [
    s.define((key) => `<clipPath id="${key}"><path d="${ring}" clip-rule="evenodd"/></clipPath>`),
    s.line(back, true),
  ]
  const hem = s.line([[0.0, -0.93], ...faceHalf, [0, chin - 0.03, 0.65], ...mirrored(faceHalf), [0, -0.93]])
  const shadow = s.clip(opening, s.softStroke(hem, s.skin.dark, 0.1, 0.6, 0.045))
  const cloth = `<path d="${ring}" fill="${fill}" fill-rule="evenodd"/><g clip-path="url(#${id})">${print(s)}${folds.join('')}${drape}${s.softStroke(hem, tone(colour, 0.55), 0.1, 0.5, 0.04)}${lightOver(s, outside)}</g>`
  const under = s.softStroke(hem, mix(colour, '#0c1a1c', 0.6), 0.05, 0.9, 0.008)
  return {
    back: s.fill(whole, shade) + s.clip(whole, print(s) + drape),
    front: shadow + under + cloth + s.stroke(hem, tone(colour, 1.3), 0.014, 0.6),
  }
}
