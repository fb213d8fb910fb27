import type { HeadPoint } from './geometry.ts'
import type { Sketch } from './sketch.ts'

function sunglasses(s: Sketch): string {
  const { apart } = s.who.eyes
  const lens = (k: number) => {
    const p = (x: number, y: number): HeadPoint => [k * (apart + x), y, 0.86]
    return s.line(
      [
        p(-0.3, -0.15),
        p(0, -0.2),
        p(0.34, -0.17),
        p(0.33, 0.08),
        p(0.1, 0.27),
        p(-0.2, 0.22),
        p(-0.31, 0.02),
      ],
      true,
    )
  }
  const bar = s.line([
    [-apart + 0.28, -0.12, 0.88],
    [0, -0.15, 0.92],
    [apart - 0.28, -0.12, 0.88],
  ])
  return [-1, 1].map((k) => s.fill(lens(k), '#121316')).join('') + s.stroke(bar, '#121316', 0.045)
}

/** A window's reflection in one lens: its two panes, and their bloom. */
function glare(s: Sketch, lens: string, k: number): string {
  const { glare: strength = 0, eyes } = s.who
  if (strength === 0) return ''
  const pane = (from: number, to: number): string => {
    const corner = (x: number, y: number): HeadPoint[] => {
      const p: HeadPoint = [k * eyes.apart + s.lit * x, y, 0.88]
      return [p, p]
    }
    return s.line(
      [...corner(from, -0.2), ...corner(to, -0.2), ...corner(to - 0.07, 0.05), ...corner(from - 0.07, 0.05)],
      true,
    )
  }
  const panes = pane(0.02, 0.15) + pane(0.17, 0.3)
  const parts = [
    s.soft(s.oval(k * eyes.apart + 0.1 * s.lit, -0.06, 0.3, 0.17), '#bfe3d4', 0.22 * strength, 0.05),
    s.soft(panes, '#f1f8ff', strength, 0.008),
    s.softStroke(
      s.line([
        [k * eyes.apart - s.lit * 0.24, 0.2, 0.88],
        [k * eyes.apart + s.lit * 0.05, 0.19, 0.88],
      ]),
      '#ffffff',
      0.03,
      0.6 * strength,
      0.015,
    ),
  ]
  return s.clip(lens, parts.join(''))
}

function glasses(s: Sketch, colour: string): string {
  const { apart } = s.who.eyes
  const lens = (k: number) => {
    const p = (x: number, y: number): HeadPoint => [k * (apart + x), y, 0.84]
    return s.line(
      [
        p(-0.285, -0.12),
        p(-0.2, -0.165),
        p(0.05, -0.175),
        p(0.28, -0.16),
        p(0.325, -0.1),
        p(0.3, 0.12),
        p(0.2, 0.2),
        p(0, 0.215),
        p(-0.2, 0.2),
        p(-0.27, 0.12),
      ],
      true,
    )
  }
  const cheek = s.who.head.cheek
  const parts = [-1, 1].map((k) => {
    const d = lens(k)
    const [x, y] = s.head([k * apart, 0, 0.84])
    const sheen = s.linear(
      [x - 0.3 * s.unit, y - 0.3 * s.unit],
      [x + 0.3 * s.unit, y + 0.3 * s.unit],
      [
        [0, '#ffffff', 0.2],
        [0.42, '#ffffff', 0.03],
        [1, '#ffffff', 0.07],
      ],
    )
    const temple = s.line([
      [k * (apart + 0.32), -0.1, 0.84],
      [k * (cheek - 0.03), -0.09, 0.3],
      [k * (cheek + 0.005), -0.085, 0.1],
    ])
    return [
      s.softStroke(d, s.skin.dark, 0.04, 0.3, 0.025),
      s.stroke(temple, colour, 0.032),
      s.fill(d, sheen),
      glare(s, d, k),
      s.stroke(d, colour, 0.033),
      s.stroke(d, '#ffffff', 0.006, 0.25),
    ].join('')
  })
  const bridge = s.line([
    [-apart + 0.27, -0.07, 0.86],
    [0, -0.125, 0.95],
    [apart - 0.27, -0.07, 0.86],
  ])
  return parts.join('') + s.stroke(bridge, colour, 0.04)
}

export function eyewear(s: Sketch): string {
  if (s.take.fault === 'sunglasses') return sunglasses(s)
  return s.who.glasses === undefined ? '' : glasses(s, s.who.glasses)
}
