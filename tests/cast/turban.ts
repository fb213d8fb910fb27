import { tone } from './colour.ts'
import { mirrored } from './geometry.ts'
import type { HeadPoint } from './geometry.ts'
import type { Hair } from './hair.ts'
import { inner } from './headwrap.ts'
import { lightOver } from './sketch.ts'
import type { Sketch } from './sketch.ts'
import { headOutline } from './outline.ts'
import { grain } from './skin.ts'

const LAYERS = 6

/** A turban in layers that cross above the forehead, with a band of another cloth in the gap. */
export function turban(s: Sketch): Hair {
  const { colour, lining = tone(colour, 1.5) } = s.who.hair
  const outer: HeadPoint[] = [
    [0.55, -2.06, 0],
    [1.02, -1.78, -0.05],
    [1.27, -1.3, -0.1],
    [1.26, -0.8, -0.1],
    [1.12, -0.34, -0.08],
    [0.98, -0.04, -0.02],
  ]
  const brow: HeadPoint[] = [
    [0.93, -0.08, 0.18],
    [0.89, -0.36, 0.3],
    [0.72, -0.68],
    [0.44, -0.86],
  ]
  const whole = s.line(
    [[0, -2.13, 0], ...outer, ...brow, [0, -0.92], ...mirrored(brow), ...mirrored(outer)],
    true,
  )
  const [x, y] = s.head([s.lit * 0.6, -1.5, 0.3])
  const fill = s.radial([x, y], 2.1 * s.unit, [
    [0, tone(colour, 1.25)],
    [0.45, colour],
    [1, tone(colour, 0.55)],
  ])
  const gap = s.line(
    [
      [-0.5, -0.8],
      [0, -0.9],
      [0.5, -0.8],
      [0.26, -1.12, 0.66],
      [0, -1.34, 0.6],
      [0, -1.34, 0.6],
      [-0.26, -1.12, 0.66],
    ],
    true,
  )
  const inside = [...sides(s), under(s, gap, lining), grain(s, whole, 0.16, 2.4), lightOver(s, whole)]
  const hem = s.line([...mirrored([...brow].reverse()), [0, -0.92], ...[...brow].reverse()])
  const shadow = s.clip(s.faceLine(headOutline(s), true), s.softStroke(hem, s.skin.dark, 0.14, 0.55, 0.05))
  return {
    back: inner(s, outer),
    front:
      shadow +
      s.fill(whole, fill) +
      s.clip(whole, inside.join('')) +
      s.softStroke(hem, tone(colour, 0.5), 0.02, 0.7, 0.008),
  }
}

/**
 * The edges of the layers, from over the ear to the other side of the crown: a shadow under each, light along each.
 */
function sides(s: Sketch): string[] {
  const { colour } = s.who.hair
  return [-1, 1].flatMap((k) =>
    Array.from({ length: LAYERS }, (_, i) => {
      const t = i / (LAYERS - 1)
      const edge: HeadPoint[] = [
        [k * (0.96 + 0.3 * t), -0.12 - 0.75 * t, 0.15 - 0.25 * t],
        [k * (0.84 + 0.22 * t), -0.55 - 0.72 * t, 0.35 - 0.3 * t],
        [k * (0.48 + 0.12 * t), -0.98 - 0.66 * t, 0.6 - 0.45 * t],
        [k * (0.04 - 0.06 * t), -1.28 - 0.6 * t, 0.6 - 0.4 * t],
        [-k * 0.5, -1.62 - 0.42 * t, 0.35 - 0.3 * t],
        [-k * 0.95, -1.74 - 0.36 * t, 0.05],
        [-k * 1.4, -1.72 - 0.3 * t, 0],
      ]
      const above = edge.map(([ex, ey, z]): HeadPoint => [ex, ey - 0.04, z ?? 0])
      return [
        s.softStroke(s.line(edge), tone(colour, 0.36), 0.07, 0.75, 0.028),
        s.softStroke(s.line(above), tone(colour, 1.5, 0.92), 0.045, 0.5, 0.02),
        s.stroke(s.line(edge), tone(colour, 0.45), 0.012, 0.7),
      ].join('')
    }),
  )
}

function under(s: Sketch, gap: string, colour: string): string {
  const folds = [-0.98, -1.08, -1.18].map((y) =>
    s.softStroke(
      s.line([
        [-0.4, y + 0.06, 0.64],
        [0, y - 0.02, 0.68],
        [0.4, y + 0.06, 0.64],
      ]),
      tone(colour, 0.6),
      0.02,
      0.6,
      0.01,
    ),
  )
  return (
    s.fill(gap, colour) + s.clip(gap, folds.join('') + s.softStroke(gap, tone(colour, 0.3), 0.09, 0.7, 0.04))
  )
}
