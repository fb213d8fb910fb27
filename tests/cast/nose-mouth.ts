import { mix, tone } from './colour.ts'
import type { HeadPoint } from './geometry.ts'
import type { Sketch } from './sketch.ts'

export function nose(s: Sketch): string {
  const { skin, lit, take } = s
  const { width: w, length: l, bridge: b, tip } = s.who.nose
  const flare = w * (1 + 0.07 * take.expression.smile)
  const hard = 0.4 + 0.6 * take.light.contrast
  const out = 0.96
  const dark: HeadPoint[] = [
    [-lit * (b + 0.1), -0.2, 0.74],
    [-lit * b * 0.75, -0.02, 0.86],
    [-lit * b * 0.7, l * 0.5, 0.98],
    [-lit * tip * 0.75, l * 0.8, 1.05],
    [-lit * flare * 0.95, l * 0.98, 0.84],
    [-lit * flare * 1.12, l * 0.82, 0.78],
    [-lit * (b + 0.1), l * 0.45, 0.78],
    [-lit * (b + 0.16), 0.02, 0.7],
  ]
  const near: HeadPoint[] = [
    [lit * (b + 0.08), -0.16, 0.74],
    [lit * (b + 0.03), 0.08, 0.8],
    [lit * (b + 0.05), l * 0.5, 0.84],
    [lit * flare * 0.95, l * 0.78, 0.8],
  ]
  const ridge: HeadPoint[] = [
    [lit * 0.015, -0.16, 0.84],
    [lit * 0.02, l * 0.3, 0.98],
    [lit * 0.025, l * 0.78, 1.1],
  ]
  const under: HeadPoint[] = [
    [-flare * 0.98, l * 0.97, 0.8],
    [-tip * 0.6, l + 0.005, 0.96],
    [0, l + 0.035, 1.02],
    [tip * 0.6, l + 0.005, 0.96],
    [flare * 0.98, l * 0.97, 0.8],
    [flare * 0.7, l + 0.07, 0.8],
    [-lit * 0.06, l + 0.13, 0.82],
    [-flare * 0.7, l + 0.07, 0.8],
  ]
  const wing = (k: number) =>
    s.line([
      [k * flare * 0.82, l * 0.76, 0.86],
      [k * flare * 1.02, l * 0.86, 0.82],
      [k * flare * 0.98, l * 0.99, 0.82],
      [k * flare * 0.72, l * 1.015, 0.88],
    ])
  const nostril = (k: number) =>
    s.line(
      [
        [k * tip * 0.5, l + 0.008, 0.98],
        [k * (tip + flare) * 0.36, l - 0.018, 0.95],
        [k * flare * 0.7, l - 0.006, 0.88],
        [k * (tip + flare) * 0.33, l + 0.018, 0.94],
      ],
      true,
    )
  const columella = s.line([
    [-tip * 0.95, l * 0.95, 1.0],
    [-tip * 0.55, l + 0.02, 1.0],
    [0, l + 0.036, 1.04],
    [tip * 0.55, l + 0.02, 1.0],
    [tip * 0.95, l * 0.95, 1.0],
  ])
  return [
    s.soft(s.line(under, true), skin.dark, 0.4 * hard + 0.12, 0.04),
    s.soft(s.line(dark, true), skin.deep, 0.62 * hard, 0.05),
    s.softStroke(s.line(near), skin.shade, 0.05, 0.5, 0.03),
    s.soft(s.oval(0, l * 0.86, tip * 1.35, 0.1), mix(skin.blush, skin.base, 0.45), 0.4, 0.05),
    s.softStroke(s.line(ridge), skin.glow, 0.07, 0.62, 0.03),
    s.soft(
      s.line(
        [
          [lit * 0.035 - 0.045, l * 0.82, 1.08],
          [lit * 0.035, l * 0.77, 1.08],
          [lit * 0.035 + 0.045, l * 0.82, 1.08],
          [lit * 0.035, l * 0.87, 1.08],
        ],
        true,
      ),
      skin.glow,
      0.85,
      0.02,
    ),
    ...[-1, 1].flatMap((k) => [
      s.softStroke(wing(k), skin.dark, 0.022, k === lit ? 0.32 : 0.48, 0.013),
      s.soft(
        s.line(
          [
            [k * flare * 0.86, l * 0.84, out],
            [k * flare * 0.95, l * 0.9, out],
            [k * flare * 0.82, l * 0.93, out],
          ],
          true,
        ),
        skin.light,
        k === lit ? 0.5 : 0.15,
        0.02,
      ),
      s.soft(nostril(k), mix('#2a100c', skin.dark, 0.4), 0.72, 0.013),
    ]),
    s.softStroke(columella, skin.deep, 0.04, 0.6, 0.02),
  ].join('')
}

interface Lips {
  top: HeadPoint[]
  seam: HeadPoint[]
  lowSeam: HeadPoint[]
  bottom: HeadPoint[]
}

function lipsOf({ who, take }: Sketch): Lips {
  const { y: m, width, upper, lower } = who.mouth
  const { open } = take.expression
  const smile = 0.14 + 0.86 * take.expression.smile
  const w = width * (1 + 0.2 * smile)
  const corner = m - 0.055 * smile + 0.005
  const sag = 0.035 * smile
  const gap = 0.13 * open
  const bulge = 0.86
  const p = (x: number, y: number, z = bulge): HeadPoint => [x, y, z - 0.55 * x * x]
  const up = upper * (1 - 0.18 * smile)
  const low = lower * (1 - 0.12 * smile)
  const ends = [p(-w, corner), p(w, corner)] as const
  const across = (ys: readonly number[]) => [-0.55, -0.24, 0, 0.24, 0.55].map((f, i) => p(f * w, ys[i] ?? m))
  const line = (ys: readonly number[]) => [ends[0], ...across(ys), ends[1]]
  const lift = m - 0.02 * open
  return {
    top: line([
      lift - 0.048 * up + sag * 0.2,
      lift - 0.088 * up + sag * 0.5,
      lift - 0.068 * up + sag * 0.6,
      lift - 0.088 * up + sag * 0.5,
      lift - 0.048 * up + sag * 0.2,
    ]),
    seam: line([
      lift + sag * 0.55 + 0.004,
      lift + sag * 0.9 + 0.006,
      lift + sag + 0.016,
      lift + sag * 0.9 + 0.006,
      lift + sag * 0.55 + 0.004,
    ]),
    lowSeam: line([
      lift + sag * 0.6 + gap * 0.72,
      lift + sag + gap * 0.97,
      lift + sag + 0.016 + gap,
      lift + sag + gap * 0.97,
      lift + sag * 0.6 + gap * 0.72,
    ]),
    bottom: line([
      lift + 0.07 * low + sag + gap * 0.8,
      lift + 0.122 * low + sag + gap,
      lift + 0.134 * low + sag + gap,
      lift + 0.122 * low + sag + gap,
      lift + 0.07 * low + sag + gap * 0.8,
    ]),
  }
}

function teeth(s: Sketch, { seam, lowSeam }: Lips): string {
  const hole = s.line([...seam, ...lowSeam.slice(1, -1).reverse()], true)
  const { y: m, width } = s.who.mouth
  const { open, smile } = s.take.expression
  const w = width * (0.9 + 0.14 * smile)
  const top = m - 0.05
  const row: HeadPoint[] = [
    [-w, top, 0.72],
    [w, top, 0.72],
    [w * 0.86, m + 0.075 * open + 0.01, 0.68],
    [w * 0.4, m + 0.112 * open + 0.026, 0.77],
    [0, m + 0.12 * open + 0.028, 0.79],
    [-w * 0.4, m + 0.112 * open + 0.026, 0.77],
    [-w * 0.86, m + 0.075 * open + 0.01, 0.68],
  ]
  const white = mix('#f4efe8', s.skin.shade, 0.06 + 0.1 * s.who.age)
  const slits = [-0.62, -0.4, -0.2, 0, 0.2, 0.4, 0.62].map((f) =>
    s.line([
      [f * w, top, 0.78 - 0.1 * f * f],
      [f * w * 1.01, m + 0.1 * open + 0.02, 0.78 - 0.1 * f * f],
    ]),
  )
  return s.clip(
    hole,
    [
      s.fill(hole, '#3a1212'),
      s.fill(s.line(row, true), white),
      s.softStroke(slits.join(''), '#8d7468', 0.008, 0.35, 0.004),
      s.softStroke(s.line(seam), '#3a1713', 0.06, 0.5, 0.02),
      ...[-1, 1].map((k) => s.soft(s.oval(k * w * 0.98, m + 0.02, 0.09, 0.12), '#240b0a', 0.75, 0.04)),
    ].join(''),
  )
}

export function mouth(s: Sketch): string {
  const { skin, who, take, lit } = s
  const lips = lipsOf(s)
  const { top, seam, lowSeam, bottom } = lips
  const open = take.expression.open > 0.05
  const { lip } = who
  const m = who.mouth.y
  const upper = s.line([...top, ...seam.slice(1, -1).reverse()], true)
  const lower = s.line([...(open ? lowSeam : seam), ...bottom.slice(1, -1).reverse()], true)
  const whole = s.line([...top, ...bottom.slice(1, -1).reverse()], true)
  const low = bottom[3] ?? [0, m + 0.13]
  const [ends0, ends1] = [seam[0], seam.at(-1)]
  const creases = Array.from({ length: 16 }, (_, i) => {
    const x = (-0.7 + (1.4 * (i + s.random() * 0.6)) / 15) * who.mouth.width
    const a = low[1] - 0.015 - 0.05 * (x / who.mouth.width) ** 2
    return s.line([
      [x, a, 0.86 - 0.5 * x * x],
      [x * 0.97, a - 0.05, 0.87 - 0.5 * x * x],
    ])
  })
  const philtrum = [-1, 1].map((k) =>
    s.line([
      [k * 0.045, who.nose.length + 0.06, 0.86],
      [k * 0.062, (top[2]?.[1] ?? m) - 0.012, 0.87],
    ]),
  )
  return [
    s.soft(s.oval(0, low[1] + 0.055, who.mouth.width * 0.62, 0.04), skin.deep, 0.6, 0.028),
    s.soft(s.oval(0, (who.nose.length + m) / 2, 0.05, 0.07), skin.deep, 0.22, 0.025),
    ...philtrum.map((d) => s.softStroke(d, skin.glow, 0.02, 0.35, 0.012)),
    ...[ends0, ends1].map((e) =>
      e ? s.soft(s.oval(e[0] * 1.06, e[1] + 0.01, 0.055, 0.045), skin.deep, 0.5, 0.025) : '',
    ),
    s.soft(whole, lip, 0.5, 0.016),
    open ? teeth(s, lips) : '',
    s.fill(upper, mix(lip, skin.dark, 0.24)),
    s.fill(lower, lip),
    s.clip(
      upper,
      s.softStroke(s.line(seam), skin.dark, 0.05, 0.5, 0.016) +
        s.softStroke(s.line(top), skin.light, 0.02, 0.3, 0.01),
    ),
    s.clip(
      lower,
      s.softStroke(s.line(bottom), mix(lip, skin.dark, 0.5), 0.05, 0.6, 0.02) +
        s.soft(
          s.oval(
            lit * 0.05,
            low[1] - 0.075 * who.mouth.lower,
            who.mouth.width * 0.42,
            0.026 * who.mouth.lower,
          ),
          tone(lip, 1.3, 0.7),
          0.7,
          0.016,
        ) +
        s.softStroke(creases.join(''), tone(lip, 0.75), 0.008, 0.3, 0.004),
    ),
    s.softStroke(s.line(top), skin.glow, 0.012, 0.28, 0.008),
    open ? '' : s.softStroke(s.line(seam), mix('#2a0d0b', skin.dark, 0.4), 0.022, 0.85, 0.006),
  ].join('')
}
