import { mix } from './colour.ts'
import type { HeadPoint } from './geometry.ts'
import type { Sketch } from './sketch.ts'
import { headOutline } from './outline.ts'

/** Centre and radii, in head space; paler skin lies about eyes and mouth first. */
const PALE: readonly (readonly [x: number, y: number, rx: number, ry: number])[] = [
  [-0.42, 0.02, 0.36, 0.2],
  [0.45, 0.06, 0.3, 0.24],
  [0.02, 0.84, 0.48, 0.22],
  [0.3, 1.08, 0.26, 0.15],
  [0.3, -0.88, 0.34, 0.2],
  [-0.1, 0.12, 0.1, 0.28],
  [-0.8, 0.55, 0.2, 0.2],
]

/** A patch with a ragged edge, and small patches beside it. */
function patch(s: Sketch, [x, y, rx, ry]: (typeof PALE)[number], place: Sketch['line']): string {
  const [a, b] = [6.28 * s.random(), 6.28 * s.random()]
  const colour = mix('#f2cdb8', s.skin.base, 0.1)
  const blob = (cx: number, cy: number, width: number, height: number) =>
    place(
      Array.from({ length: 22 }, (_, i): HeadPoint => {
        const t = (i * 6.28) / 22
        const r = 1 + 0.16 * Math.sin(3 * t + a) + 0.12 * Math.sin(5 * t + b) + 0.1 * (s.random() - 0.5)
        return [cx + width * r * Math.cos(t), cy + height * r * Math.sin(t)]
      }),
      true,
    )
  const islands = Array.from({ length: 7 }, () => {
    const t = 6.28 * s.random()
    const [wide, tall] = [0.012 + 0.03 * s.random(), 0.012 + 0.02 * s.random()]
    const [cx, cy] = [x + rx * 1.3 * Math.cos(t), y + ry * 1.4 * Math.sin(t)]
    const island = Array.from({ length: 8 }, (_unused, i): HeadPoint => {
      const turn = (i * 6.28) / 8
      return [cx + wide * Math.cos(turn), cy + tall * Math.sin(turn)]
    })
    return s.soft(place(island, true), colour, 0.8, 0.008)
  })
  return s.soft(blob(x, y, rx, ry), colour, 0.93, 0.016) + islands.join('')
}

/** Skin without colour in patches, under the light of the face. */
export function vitiligo(s: Sketch): string {
  return s.who.marks === 'vitiligo' ? PALE.map((one) => patch(s, one, s.line)).join('') : ''
}

export function vitiligoOfNeck(s: Sketch): string {
  if (s.who.marks !== 'vitiligo') return ''
  return patch(s, [-0.28, 1.72, 0.3, 0.16], s.bodyLine) + patch(s, [0.3, 1.45, 0.16, 0.2], s.bodyLine)
}

function scar(s: Sketch, points: readonly HeadPoint[], width: number): string {
  const d = s.line(points)
  return [
    s.softStroke(d, mix(s.skin.deep, s.skin.blush, 0.5), width * 2.6, 0.42, width),
    s.softStroke(d, mix(s.skin.glow, '#f6dcd2', 0.3), width, 0.75, width * 0.3),
    s.softStroke(
      s.line(points.map(([x, y]): HeadPoint => [x - s.lit * width * 0.7, y])),
      s.skin.deep,
      width * 0.4,
      0.5,
      width * 0.25,
    ),
  ].join('')
}

/** Healed skin with little relief of its own: ridges and thin places. */
function burn(s: Sketch, k: number): string {
  const parts: string[] = []
  for (let i = 0; i < 46; i++) {
    const [x, y] = [k * (0.5 + 0.42 * s.random()), 0.28 + 0.6 * s.random()]
    const colour = [s.skin.glow, mix(s.skin.blush, s.skin.base, 0.65), s.skin.shade][i % 3] ?? s.skin.base
    const ridge: HeadPoint[] = [
      [x, y],
      [x + 0.08 * (s.random() - 0.5), y + 0.03 + 0.03 * s.random()],
      [x + 0.2 * (s.random() - 0.5), y + 0.05 + 0.06 * s.random()],
    ]
    parts.push(s.softStroke(s.line(ridge), colour, 0.016 + 0.03 * s.random(), 0.34, 0.012))
  }
  const area = s.soft(s.oval(k * 0.72, 0.58, 0.22, 0.34, k * 14), s.skin.blush, 0.3, 0.08)
  return s.clip(s.faceLine(headOutline(s), true), area + parts.join(''))
}

/** Through the brow to the cheek, at lip and chin, and a burn beside the jaw; drawn over the features. */
export function scars(s: Sketch): string {
  if (s.who.marks !== 'scars') return ''
  const { mouth, nose, head } = s.who
  const stitches = [0.14, 0.22, 0.3, 0.38].map((y) =>
    scar(
      s,
      [
        [0.5 - 0.1 * y, y],
        [0.58 - 0.1 * y, y - 0.012],
      ],
      0.007,
    ),
  )
  return [
    burn(s, -1),
    scar(
      s,
      [
        [0.4, -0.56],
        [0.39, -0.47],
        [0.45, -0.38],
        [0.47, -0.24],
        [0.53, -0.14],
      ],
      0.019,
    ),
    scar(
      s,
      [
        [0.56, 0.12],
        [0.55, 0.2],
        [0.51, 0.29],
        [0.51, 0.38],
        [0.45, 0.5],
      ],
      0.02,
    ),
    ...stitches,
    scar(
      s,
      [
        [-0.07, nose.length + 0.05],
        [-0.1, (nose.length + mouth.y) / 2],
        [-0.1, mouth.y - 0.03],
      ],
      0.016,
    ),
    scar(
      s,
      [
        [0.06, head.length * 0.88],
        [0.16, head.length * 0.9],
        [0.25, head.length * 0.87],
      ],
      0.018,
    ),
  ].join('')
}
