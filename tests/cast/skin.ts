import { mix, tone } from './colour.ts'
import type { HeadPoint } from './geometry.ts'
import { gloss } from './gloss.ts'
import { vitiligo, vitiligoOfNeck } from './marks.ts'
import { headOutline } from './outline.ts'
import { lightOver } from './sketch.ts'
import type { Sketch } from './sketch.ts'

export function ears(s: Sketch): string {
  const { skin, who } = s
  const k = who.ears
  return [-1, 1]
    .map((side) => {
      const x = (v: number) => side * (who.head.cheek + v * k)
      const outer = s.line(
        [
          [x(-0.06), -0.1, -0.1],
          [x(0.06), -0.19, -0.1],
          [x(0.165), -0.11, -0.12],
          [x(0.165), 0.1, -0.1],
          [x(0.1), 0.31, -0.08],
          [x(0.02), 0.42 * k, -0.06],
          [x(-0.06), 0.36, 0],
        ],
        true,
      )
      const fold: HeadPoint[] = [
        [x(0.02), -0.06, -0.08],
        [x(0.1), -0.1, -0.1],
        [x(0.125), 0.04, -0.1],
        [x(0.07), 0.22, -0.08],
      ]
      const bowl: HeadPoint[] = [
        [x(-0.01), 0.0, -0.08],
        [x(0.07), 0.02, -0.1],
        [x(0.055), 0.2, -0.1],
        [x(-0.02), 0.26, -0.05],
      ]
      const inside =
        s.soft(s.line(bowl, true), skin.deep, 0.75, 0.02) +
        s.softStroke(s.line(fold), skin.deep, 0.028, 0.55, 0.008) +
        s.softStroke(outer, skin.glow, 0.02, 0.35, 0.01) +
        lightOver(s, outer)
      return s.fill(outer, mix(skin.base, skin.blush, 0.22)) + s.clip(outer, inside)
    })
    .join('')
}

function shading(s: Sketch): string {
  const { skin, lit, who, take } = s
  const { contrast, side } = take.light
  const hard = 0.35 + 0.65 * contrast * Math.abs(side)
  const { cheek, jaw, length } = who.head
  const flank: HeadPoint[] = [
    [-lit * 0.4, -1.32, 0.3],
    [-lit * 0.62, -0.5],
    [-lit * 0.6, 0.1],
    [-lit * 0.66, 0.45],
    [-lit * 0.36, 0.95],
    [-lit * 0.12, length],
    [-lit * 0.8, length + 0.1, 0.2],
    [-lit * 1.25, 0, 0],
  ]
  const hollow = (k: number) =>
    s.line([
      [k * cheek * 0.93, 0.3],
      [k * cheek * 0.72, 0.52],
      [k * cheek * 0.5, 0.66],
    ])
  const outline = s.line(headOutline(s), true)
  return [
    s.soft(s.line(flank, true), skin.deep, 0.42 * hard, 0.13),
    s.softStroke(outline, skin.deep, 0.16, 0.42, 0.075),
    s.soft(s.oval(lit * 0.22, -0.58, 0.42, 0.2), skin.glow, 0.55, 0.13),
    s.soft(s.oval(0, -0.82, 0.6, 0.14), skin.shade, 0.35, 0.12),
    ...[-1, 1].flatMap((k) => [
      s.soft(s.oval(k * 0.8, -0.35, 0.1, 0.28), skin.shade, 0.5, 0.07),
      s.soft(
        s.oval(k * cheek * 0.57, 0.4, 0.23, 0.19, k * -25),
        skin.blush,
        0.3 + 0.12 * take.expression.smile,
        0.11,
      ),
      s.soft(s.oval(k * cheek * 0.56, 0.27, 0.2, 0.075, k * -14), skin.glow, k === lit ? 0.6 : 0.28, 0.06),
      s.softStroke(hollow(k), skin.shade, 0.12, 0.3 + 0.25 * who.age, 0.07),
      s.soft(
        s.oval(k * jaw * 0.6, length * 0.86, 0.2, 0.09, k * -38),
        skin.light,
        k === lit ? 0.35 : 0.12,
        0.06,
      ),
    ]),
    s.soft(s.oval(0, length * 0.895, 0.17, 0.1), skin.light, 0.5, 0.05),
    s.soft(s.oval(0, length * 1.0, 0.4, 0.07), skin.deep, 0.45, 0.05),
  ].join('')
}

/** Lines that come with the years, and with laughter. */
function years(s: Sketch): string {
  const { skin, who, take } = s
  const { smile } = take.expression
  const { age } = who
  const { mouth, nose } = who
  const parts: string[] = []
  for (const k of [-1, 1]) {
    const fold = s.line([
      [k * (nose.width + 0.03), nose.length - 0.08],
      [k * (nose.width + 0.14 + 0.03 * smile), nose.length + 0.1],
      [k * (mouth.width + 0.1 + 0.07 * smile), mouth.y - 0.06],
      [k * (mouth.width + 0.1 + 0.05 * smile), mouth.y + 0.04],
    ])
    parts.push(s.softStroke(fold, skin.deep, 0.035, Math.min(0.62, 0.12 + 0.3 * age + 0.28 * smile), 0.018))
    parts.push(s.softStroke(fold, skin.deep, 0.1, 0.12 + 0.12 * age + 0.1 * smile, 0.05))
    if (age < 0.4) continue
    for (let i = 0; i < 3; i++) {
      const y = 0.0 + (i - 1) * 0.055
      const foot = s.line([
        [k * (who.eyes.apart + who.eyes.width + 0.07), y],
        [k * (who.eyes.apart + who.eyes.width + 0.14), y + (i - 1) * 0.02],
        [k * (who.eyes.apart + who.eyes.width + 0.17), y + (i - 1) * 0.045 - 0.005],
      ])
      parts.push(s.softStroke(foot, skin.deep, 0.012, (0.08 + 0.22 * smile) * age, 0.009))
    }
    const marionette = s.line([
      [k * (mouth.width + 0.05), mouth.y + 0.07],
      [k * (mouth.width + 0.08), mouth.y + 0.17],
      [k * (mouth.width + 0.06), mouth.y + 0.26],
    ])
    parts.push(s.softStroke(marionette, skin.deep, 0.03, 0.4 * age, 0.016))
  }
  for (let i = 0; i < 3 && age > 0.4; i++) {
    const y = -0.52 - i * 0.12
    const brow = s.line([
      [-0.4 + i * 0.04, y + 0.02],
      [-0.15, y - 0.015],
      [0.12, y + 0.012],
      [0.42 - i * 0.05, y - 0.005],
    ])
    parts.push(s.softStroke(brow, skin.deep, 0.018, 0.24 * age, 0.01))
  }
  return parts.join('')
}

function freckles(s: Sketch): string {
  const dots: string[] = []
  const colour = mix(s.skin.deep, '#a4552c', 0.5)
  for (let i = 0; i < 70; i++) {
    const x = (s.random() * 2 - 1) * 0.72
    const y = 0.16 + s.random() * 0.42 - 0.1 * Math.abs(x)
    dots.push(
      s.fill(
        s.oval(x, y, 0.008 + 0.008 * s.random(), 0.007 + 0.006 * s.random()),
        colour,
        0.18 + 0.25 * s.random(),
      ),
    )
  }
  return dots.join('')
}

/** Pores and unevenness: two octaves of noise over a path, dark and light. */
export function grain(s: Sketch, d: string, strength: number, sizePx = 3): string {
  const seed = Math.floor(s.random() * 1000)
  const id = s.define(
    (key) =>
      `<filter id="${key}" x="0" y="0" width="1" height="1" color-interpolation-filters="sRGB"><feTurbulence type="fractalNoise" baseFrequency="${String(Math.round(1000 / sizePx) / 1000)}" numOctaves="2" seed="${String(seed)}" result="n"/><feColorMatrix in="n" type="matrix" values="0 0 0 0 .12  0 0 0 0 .05  0 0 0 0 .03  ${String(strength)} 0 0 0 ${String(-strength * 0.36)}"/><feComposite in2="SourceGraphic" operator="in"/></filter>`,
  )
  return `<path d="${d}" fill="#000" filter="url(#${id})"/>`
}

/** Skin of the whole head, without features. */
export function face(s: Sketch): string {
  const { skin, lit, unit } = s
  const outline = s.line(headOutline(s), true)
  const centre = s.head([lit * 0.3, -0.15])
  const base = s.radial(centre, 1.75 * unit, [
    [0, skin.light],
    [0.45, skin.base],
    [0.8, skin.shade],
    [1, skin.deep],
  ])
  const inside = [
    shading(s),
    years(s),
    s.who.freckles === true ? freckles(s) : '',
    vitiligo(s),
    gloss(s),
    grain(s, outline, 0.17, 2.6),
    lightOver(s, outline),
  ].join('')
  return s.fill(outline, base) + s.clip(outline, inside)
}

/** Neck and the upper chest, behind head and clothes. */
export function neck(s: Sketch): string {
  const { skin, who, lit } = s
  const w = who.neck
  const place = (p: HeadPoint, follow: number) => {
    const [hx, hy] = s.head(p)
    const [bx, by] = s.body(p)
    return [hx * follow + bx * (1 - follow), hy * follow + by * (1 - follow)] as const
  }
  const half = (k: number) => [
    place([k * w * 1.04, 0.6, -0.1], 1),
    place([k * w, 1.1, -0.1], 0.75),
    place([k * w * 1.0, 1.5, -0.05], 0.3),
    place([k * w * 1.18, 1.85, 0], 0),
    place([k * w * 2.1, 2.25, 0], 0),
  ]
  const points = [...half(-1), place([0, 3.2, 0.3], 0), ...half(1).reverse()]
  const d = `M${points.map(([x, y]) => `${String(Math.round(x))} ${String(Math.round(y))}`).join('L')}Z`
  const chin = who.head.length
  const cast: HeadPoint[] = [
    [-w * 1.3, 0.75, 0],
    [-w * 0.9 + 0.06 * lit, chin + 0.12, 0],
    [-lit * 0.12, chin + 0.36, 0],
    [w * 0.9 + 0.06 * lit, chin + 0.12, 0],
    [w * 1.3, 0.75, 0],
  ]
  const tendon = (k: number) =>
    s.bodyLine([
      [k * w * 0.72, 1.35, 0],
      [k * w * 0.42, 1.75, 0.1],
      [k * 0.12, 2.08, 0.2],
    ])
  const inside = [
    s.soft(s.line(cast, true), skin.dark, 0.6, 0.07),
    s.softStroke(
      s.bodyLine([
        [-lit * w, 0.8, 0],
        [-lit * w, 1.5, 0],
        [-lit * w * 1.2, 2, 0],
      ]),
      skin.deep,
      0.4,
      0.6,
      0.13,
    ),
    s.softStroke(
      s.bodyLine([
        [lit * w, 0.8, 0],
        [lit * w, 1.5, 0],
        [lit * w * 1.2, 2, 0],
      ]),
      skin.deep,
      0.14,
      0.4,
      0.07,
    ),
    ...[-1, 1].map((k) => s.softStroke(tendon(k), skin.deep, 0.06, 0.28 + 0.2 * who.age, 0.035)),
    s.soft(
      s.bodyLine(
        [
          [-0.13, 1.98, 0.1],
          [0, 2.06, 0.1],
          [0.13, 1.98, 0.1],
          [0, 1.94, 0.1],
        ],
        true,
      ),
      skin.deep,
      0.4,
      0.04,
    ),
    vitiligoOfNeck(s),
    grain(s, d, 0.17, 2.6),
    lightOver(s, d),
  ].join('')
  return s.fill(d, mix(skin.base, tone(skin.shade, 1), 0.35)) + s.clip(d, inside)
}
