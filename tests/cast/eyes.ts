import { mix, tone } from './colour.ts'
import type { HeadPoint } from './geometry.ts'
import type { Sketch } from './sketch.ts'

interface Lids {
  upper: HeadPoint[]
  lower: HeadPoint[]
  centre: HeadPoint
}

/** Both lids of one eye, from the inner to the outer corner; `k` is -1 for the eye at the viewer's left. */
function lidsOf({ who, take }: Sketch, k: number): Lids {
  const { apart, width: w, height, tilt } = who.eyes
  const { smile, brow } = take.expression
  const open = 0.9 * height * (1 - 0.2 * smile + 0.08 * brow)
  const squint = 0.25 * smile
  const point = (x: number, y: number): HeadPoint => [k * (apart + x), y - (x / w) * tilt]
  return {
    upper: [
      point(-w * 1.04, 0.035),
      point(-w * 0.72, -0.02 * open),
      point(-w * 0.3, -0.085 * open),
      point(w * 0.12, -0.1 * open),
      point(w * 0.58, -0.07 * open),
      point(w * 1.03, 0.005),
    ],
    lower: [
      point(-w * 1.04, 0.035),
      point(-w * 0.6, 0.052),
      point(-w * 0.05, 0.078 * (1 - squint)),
      point(w * 0.5, 0.064 * (1 - squint)),
      point(w * 0.85, 0.034),
      point(w * 1.03, 0.005),
    ],
    centre: point(0.0, -0.012),
  }
}

const raised = (points: readonly HeadPoint[], by: readonly number[]): HeadPoint[] =>
  points.map(([x, y], i) => [x, y - (by[i] ?? 0)])

function iris(s: Sketch, centre: HeadPoint): string {
  const { iris: colour } = s.who.eyes
  const [cx, cy] = s.head(centre)
  const r = 0.102 * s.unit
  const x = cx - s.unit * 0.0012 * s.take.yawDeg
  const disc = s.radial([x - s.lit * r * 0.15, cy + r * 0.45], r * 1.5, [
    [0, tone(colour, 1.28, 0.95)],
    [0.45, tone(colour, 1.05, 0.95)],
    [0.78, tone(colour, 0.72)],
    [1, tone(colour, 0.38, 0.6)],
  ])
  const round = (dx: number, dy: number, rx: number, ry: number, fill: string, opacity = 1) =>
    `<ellipse cx="${(x + dx).toFixed(1)}" cy="${(cy + dy).toFixed(1)}" rx="${rx.toFixed(1)}" ry="${ry.toFixed(1)}" fill="${fill}" fill-opacity="${String(opacity)}"/>`
  const spokes = Array.from({ length: 26 }, (_, i) => {
    const a = (i * Math.PI * 2) / 26 + s.random() * 0.2
    const [near, far] = [0.48 * r, (0.72 + 0.16 * s.random()) * r]
    return `M${(x + near * Math.cos(a)).toFixed(1)} ${(cy + near * Math.sin(a)).toFixed(1)}L${(x + far * Math.cos(a)).toFixed(1)} ${(cy + far * Math.sin(a)).toFixed(1)}`
  }).join('')
  return [
    round(0, 0, r, r, tone(colour, 0.32, 0.5)),
    round(0, 0, r * 0.93, r * 0.93, disc),
    `<path d="${spokes}" stroke="${tone(colour, 1.55)}" stroke-opacity=".35" stroke-width="${(r * 0.05).toFixed(1)}"/>`,
    round(0, 0, r * 0.43, r * 0.43, '#0b0808'),
    round(s.lit * r * 0.34, -r * 0.36, r * 0.2, r * 0.24, '#ffffff', 0.95),
    round(-s.lit * r * 0.38, r * 0.42, r * 0.13, r * 0.1, '#ffffff', 0.4),
  ].join('')
}

function lashes(s: Sketch, { upper, lower }: Lids, k: number): string {
  const { lashes: amount } = s.who.eyes
  const ink = mix('#120c0b', s.who.brows.colour, 0.15)
  const lid = [
    ...upper,
    ...raised(
      upper,
      [0.002, 0.014, 0.022, 0.028, 0.034, 0.02].map((v) => v * (0.6 + 0.55 * amount)),
    ).reverse(),
  ]
  const hairs: string[] = []
  const count = Math.round(8 + 12 * amount)
  for (let i = 0; i < count; i++) {
    const t = 0.3 + (0.7 * i) / (count - 1)
    const f = t * (upper.length - 1)
    const j = Math.min(upper.length - 2, Math.floor(f))
    const [p, q] = [upper[j], upper[j + 1]]
    if (p === undefined || q === undefined) continue
    const [x, y] = [p[0] + (q[0] - p[0]) * (f - j), p[1] + (q[1] - p[1]) * (f - j) - 0.012]
    const reach = (0.012 + 0.04 * t * t) * (0.45 + 0.55 * amount)
    hairs.push(
      s.line([
        [x, y],
        [x + k * reach * (t - 0.25) * 0.9, y - reach * 0.75],
        [x + k * reach * (t - 0.1) * 1.5, y - reach],
      ]),
    )
  }
  const under = s.softStroke(s.line(lower), mix(s.skin.dark, ink, 0.4), 0.012, 0.35 + 0.35 * amount, 0.004)
  return s.fill(s.line(lid, true), ink) + s.stroke(hairs.join(''), ink, 0.0075, 0.8) + under
}

function eye(s: Sketch, k: number): string {
  const { skin, who, take } = s
  const lids = lidsOf(s, k)
  const { upper, lower, centre } = lids
  const { width: w, hood } = who.eyes
  const white = s.line([...upper, ...lower.slice(1, -1).reverse()], true)
  const crease = raised(
    upper,
    [0.02, 0.055, 0.075, 0.075, 0.07, 0.045].map((v) => v * (1.15 - 0.45 * hood)),
  )
  const bag = lower.map(([x, y], i): HeadPoint => [
    x,
    y + (0.05 + 0.02 * who.age) * Math.sin((Math.PI * (i + 0.4)) / 5.6),
  ])
  const lidFill = [...upper, ...[...crease].reverse()]
  const inner = upper[0] ?? centre
  const ball = [
    s.fill(white, mix('#efe8e3', skin.shade, 0.17)),
    s.soft(
      s.oval(inner[0] + k * 0.012, inner[1] - 0.002, 0.026, 0.018),
      mix('#c9736a', skin.deep, 0.35),
      0.8,
      0.008,
    ),
    s.softStroke(s.line(lower), mix('#b98078', skin.deep, 0.3), 0.02, 0.4, 0.01),
    iris(s, centre),
    s.softStroke(s.line(upper), '#1a0f0c', 0.085, 0.6, 0.02),
    s.softStroke(
      s.line([
        [centre[0] + k * w, -0.06],
        [centre[0] + k * w, 0.06],
      ]),
      skin.deep,
      0.05,
      0.35,
      0.02,
    ),
  ].join('')
  return [
    s.soft(s.oval(centre[0], centre[1] - 0.1, w * 1.15, 0.1), skin.deep, 0.32 + 0.1 * hood, 0.05),
    s.soft(s.oval(centre[0] - k * w * 1.1, -0.06, 0.08, 0.13), skin.deep, 0.4, 0.045),
    s.soft(
      s.oval(centre[0] + k * 0.03, centre[1] + 0.14, w * 0.9, 0.06),
      skin.deep,
      0.16 + 0.16 * who.age,
      0.035,
    ),
    s.soft(s.line(lidFill, true), mix(skin.light, skin.blush, 0.15), 0.55, 0.014),
    s.softStroke(s.line(crease), skin.dark, 0.016 + 0.012 * hood, 0.55, 0.007),
    s.softStroke(
      s.line(bag),
      skin.deep,
      0.016,
      Math.min(0.6, 0.12 + 0.32 * who.age + 0.2 * take.expression.smile),
      0.01,
    ),
    s.softStroke(s.line(lower.map(([x, y]): HeadPoint => [x, y + 0.016])), skin.glow, 0.012, 0.5, 0.005),
    s.clip(white, ball),
    lashes(s, lids, k),
  ].join('')
}

function brow(s: Sketch, k: number): string {
  const { apart } = s.who.eyes
  const { thickness: th, arch, colour, y, tilt } = s.who.brows
  const lift = y - 0.045 * s.take.expression.brow - 0.015 * s.take.expression.smile
  const point = (x: number, dy: number): HeadPoint => [k * (apart + x), lift + dy - x * tilt * 3]
  const top = [
    point(-0.25, 0.0),
    point(-0.12, -th * 0.62 - arch * 0.4),
    point(0.08, -th * 0.5 - arch),
    point(0.28, -arch * 0.35 + 0.03),
  ]
  const under = [
    point(-0.26, th * 0.85),
    point(-0.12, th * 0.5 - arch * 0.3),
    point(0.08, th * 0.35 - arch * 0.85),
    point(0.28, -arch * 0.35 + 0.045),
  ]
  const hairs: string[] = []
  for (let i = 0; i < 46; i++) {
    const t = s.random()
    const f = t * 2.999
    const j = Math.floor(f)
    const [a, b, c, d] = [under[j], under[j + 1], top[j], top[j + 1]]
    if (!a || !b || !c || !d) continue
    const v = s.random() * 0.8
    const low: readonly [number, number] = [a[0] + (b[0] - a[0]) * (f - j), a[1] + (b[1] - a[1]) * (f - j)]
    const high: readonly [number, number] = [c[0] + (d[0] - c[0]) * (f - j), c[1] + (d[1] - c[1]) * (f - j)]
    const [x, yy] = [low[0] + (high[0] - low[0]) * v, low[1] + (high[1] - low[1]) * v]
    const lean = 0.015 + 0.05 * t
    hairs.push(
      s.stroke(
        s.line([
          [x, yy],
          [x + k * lean * 0.6, yy - 0.03 * (1 - t)],
          [x + k * lean, yy - 0.032 * (1 - t) + 0.012 * t],
        ]),
        tone(colour, 0.8 + 0.5 * s.random()),
        0.008,
        0.7,
      ),
    )
  }
  return s.soft(s.line([...top, ...[...under].reverse()], true), colour, 0.78, 0.013) + hairs.join('')
}

export function eyes(s: Sketch): string {
  return [-1, 1].map((k) => eye(s, k)).join('') + [-1, 1].map((k) => brow(s, k)).join('')
}
