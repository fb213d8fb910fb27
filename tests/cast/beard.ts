import { tone } from './colour.ts'
import { mirrored } from './geometry.ts'
import type { HeadPoint } from './geometry.ts'
import { lightOver, strands } from './sketch.ts'
import type { Sketch } from './sketch.ts'

/** A full beard, drawn under the mouth. */
export function beard(s: Sketch): string {
  const { beard: b, head, mouth, nose } = s.who
  if (!b) return ''
  const smile = s.take.expression.smile
  const open = s.take.expression.open
  const [reach, full] = b.long ? [0.5, 1.06] : [0, 1]
  const len = head.length + 0.1 + 0.1 * b.length + 0.05 * open + reach
  const outer: HeadPoint[] = [
    [head.cheek * 0.965, -0.24, 0.1],
    [head.cheek * 0.985, 0.05, 0.1],
    [head.cheek * 1.0, 0.4, 0.1],
    [head.jaw * 1.07 * full, 0.8, 0.18],
    [head.jaw * 0.78 * full, head.length * 0.94 + 0.4 * reach, 0.4],
    [head.chin * 0.75 * full, len, 0.62],
  ]
  const cheekLine: HeadPoint[] = [
    [head.cheek * 0.955, -0.24, 0.12],
    [head.cheek * 0.9, 0.06, 0.2],
    [head.cheek * 0.86, 0.36],
    [head.jaw * 0.75, 0.58 - 0.03 * smile],
    [mouth.width + 0.2, mouth.y - 0.1],
    [nose.width * 0.9, nose.length + 0.1],
    [0.06, nose.length + 0.11],
  ]
  const outline = [
    ...outer,
    [0, len + 0.04, 0.66] as const,
    ...mirrored(outer),
    ...mirrored(cheekLine).reverse(),
    ...[...cheekLine].reverse(),
  ]
  const d = s.line(outline, true)
  const [cx, cy] = s.head([s.lit * 0.3, 0.9])
  const fill = s.radial([cx, cy], 1.1 * s.unit, [
    [0, tone(b.colour, 1.1)],
    [0.6, b.colour],
    [1, tone(b.colour, 0.6)],
  ])
  const sides = [-1, 1].map(
    (k) =>
      strands(
        s,
        [
          [k * head.cheek * 0.975, -0.2, 0.1],
          [k * head.jaw * 1.06 * full, 0.72, 0.18],
          [k * head.jaw * 0.74 * full, len - 0.12, 0.4],
          [k * 0.2, len + 0.02, 0.62],
        ],
        [
          [k * head.cheek * 0.94, -0.2, 0.14],
          [k * head.jaw * 0.76, 0.64],
          [k * 0.36, 1.0],
          [k * 0.08, len - 0.04, 0.68],
        ],
        { count: 90, colour: b.colour, wander: 0.12, width: 0.011, spread: 0.4 },
      ) +
      strands(
        s,
        [
          [k * 0.05, nose.length + 0.1],
          [k * 0.22, mouth.y - 0.1],
          [k * (mouth.width + 0.08), mouth.y + 0.06],
          [k * (mouth.width + 0.02), mouth.y + 0.24],
        ],
        [
          [k * 0.05, mouth.y - 0.09],
          [k * 0.16, mouth.y - 0.08],
          [k * (mouth.width + 0.03), mouth.y + 0.02],
          [k * (mouth.width * 0.8), mouth.y + 0.22],
        ],
        { count: 34, colour: b.colour, wander: 0.05, width: 0.012, spread: 0.4 },
      ),
  )
  const growth = [-1, 1].map((k) =>
    strands(
      s,
      [
        [k * 0.84, 0.26],
        [k * 0.83, 0.4],
      ],
      [
        [k * (mouth.width + 0.18), mouth.y - 0.12],
        [k * (mouth.width + 0.14), mouth.y + 0.02],
      ],
      { count: 60, colour: b.colour, wander: 0.16, width: 0.008, opacity: 0.4 },
    ),
  )
  const chin = strands(
    s,
    [
      [-0.42, 0.86],
      [-0.44, 1.1],
      [-0.3, len - 0.02, 0.65],
    ],
    [
      [0.42, 0.86],
      [0.44, 1.1],
      [0.3, len - 0.02, 0.65],
    ],
    { count: 110, colour: b.colour, wander: 0.26, opacity: 0.6, spread: 0.4 },
  )
  const tips =
    strands(
      s,
      [
        [-head.jaw * 0.8, head.length * 0.9, 0.4],
        [-head.jaw * 0.8, head.length * 0.98, 0.4],
      ],
      [
        [0, len - 0.02, 0.66],
        [0, len + 0.08, 0.66],
      ],
      { count: 40, colour: b.colour, wander: 0.05 },
    ) +
    strands(
      s,
      [
        [head.jaw * 0.8, head.length * 0.9, 0.4],
        [head.jaw * 0.8, head.length * 0.98, 0.4],
      ],
      [
        [0, len - 0.02, 0.66],
        [0, len + 0.08, 0.66],
      ],
      { count: 40, colour: b.colour, wander: 0.05 },
    )
  return (
    s.soft(d, fill, 0.93, 0.022) + s.clip(d, sides.join('') + chin + lightOver(s, d)) + growth.join('') + tips
  )
}
