import { mix, tone } from './colour.ts'
import type { HeadPoint } from './geometry.ts'
import { looseEnds, mass } from './hair.ts'
import type { Hair } from './hair.ts'
import { strands } from './sketch.ts'
import type { Sketch } from './sketch.ts'
import { headOutline } from './outline.ts'

function cropped(s: Sketch): Hair {
  const { colour, grey = 0 } = s.who.hair
  const outer: HeadPoint[] = [
    [-0.99, 0.02, 0],
    [-1.03, -0.42, -0.1],
    [-0.98, -0.86, -0.1],
    [-0.72, -1.25, 0],
    [-0.3, -1.47, 0],
    [0.18, -1.5, 0],
    [0.64, -1.34, 0],
    [0.96, -0.92, -0.1],
    [1.03, -0.42, -0.1],
    [0.99, 0.02, 0],
  ]
  const inner: HeadPoint[] = [
    [0.93, 0.1, 0.15],
    [0.9, -0.2, 0.2],
    [0.86, -0.5, 0.25],
    [0.7, -0.72],
    [0.62, -0.93],
    [0.3, -1.0],
    [-0.1, -0.96],
    [-0.46, -0.98],
    [-0.66, -0.78],
    [-0.84, -0.52, 0.25],
    [-0.9, -0.2, 0.2],
    [-0.93, 0.1, 0.15],
  ]
  const outline = [...outer, ...inner]
  const side = (k: number, hue: string, count: number) =>
    strands(
      s,
      [
        [k * 0.72, -1.2, 0.1],
        [k * 0.9, -0.85, 0.1],
        [k * 0.99, -0.4, 0.05],
        [k * 0.96, 0.04, 0.05],
      ],
      [
        [k * 0.6, -0.95, 0.4],
        [k * 0.78, -0.72, 0.3],
        [k * 0.88, -0.4, 0.2],
        [k * 0.92, 0.08, 0.15],
      ],
      { count, colour: hue, wander: 0.06 },
    )
  const top = (hue: string, count: number, opacity: number) =>
    strands(
      s,
      [
        [-0.68, -0.84],
        [-0.3, -1.03, 0.55],
        [0.2, -1.08, 0.55],
        [0.62, -0.9, 0.45],
      ],
      [
        [-0.84, -1.12, 0],
        [-0.3, -1.46, 0],
        [0.35, -1.46, 0],
        [0.85, -1.1, 0],
      ],
      { count, colour: hue, wander: 0.1, opacity, width: 0.014 },
    )
  const silver = mix(colour, '#e9e7e4', 0.6)
  const content = [
    s.softStroke(s.line(inner), tone(colour, 0.55), 0.1, 0.5, 0.05),
    side(-1, colour, 54),
    side(1, colour, 54),
    top(colour, 80, 0.7),
    top(silver, Math.round(34 * grey), 0.75),
    side(-1, silver, Math.round(40 * grey)),
    side(1, silver, Math.round(40 * grey)),
    s.soft(
      s.line(
        [
          [s.lit * 0.1 - 0.3, -1.3, 0.3],
          [s.lit * 0.25, -1.38, 0.3],
          [s.lit * 0.5 + 0.1, -1.22, 0.3],
          [s.lit * 0.2, -1.2, 0.4],
        ],
        true,
      ),
      tone(colour, 1.5, 0.8),
      0.4,
      0.08,
    ),
  ].join('')
  const ends = strands(
    s,
    [
      [-0.5, -1.04],
      [-0.38, -0.96],
      [-0.26, -0.955],
    ],
    [
      [0.5, -1.06],
      [0.6, -0.98],
      [0.66, -0.88],
    ],
    { count: 46, colour, wander: 0.06, width: 0.01, opacity: 0.6 },
  )
  return { back: '', front: mass(s, outline, content) + looseEnds(s, outer, 60, 0.045, 0.5) + ends }
}

function swept(s: Sketch): Hair {
  const { colour } = s.who.hair
  const outer: HeadPoint[] = [
    [-0.99, -0.05, 0],
    [-1.07, -0.45, -0.1],
    [-1.06, -0.95, -0.1],
    [-0.8, -1.42, 0],
    [-0.35, -1.66, 0],
    [0.2, -1.7, 0],
    [0.7, -1.5, 0],
    [1.03, -1.02, -0.1],
    [1.06, -0.45, -0.1],
    [0.99, -0.05, 0],
  ]
  const inner: HeadPoint[] = [
    [0.94, 0.02, 0.15],
    [0.92, -0.3, 0.2],
    [0.84, -0.62, 0.3],
    [0.74, -0.58],
    [0.55, -0.66],
    [0.28, -0.62],
    [0.0, -0.76],
    [-0.3, -0.92],
    [-0.62, -0.86],
    [-0.84, -0.6, 0.3],
    [-0.91, -0.3, 0.2],
    [-0.94, 0.02, 0.15],
  ]
  const sweep: readonly (readonly HeadPoint[])[] = [
    [
      [-0.62, -1.0, 0.5],
      [-0.2, -1.2, 0.6],
      [0.2, -0.95, 0.6],
      [0.6, -0.66, 0.5],
    ],
    [
      [-0.7, -1.3, 0.1],
      [-0.1, -1.66, 0.1],
      [0.6, -1.35, 0.2],
      [0.95, -0.66, 0.2],
    ],
  ]
  const locks = strands(s, sweep[0] ?? [], sweep[1] ?? [], {
    count: 80,
    colour: tone(colour, 1.45),
    wander: 0.12,
    width: 0.02,
    opacity: 0.6,
    spread: 0.5,
  })
  const sides = [-1, 1].map((k) =>
    strands(
      s,
      [
        [k * 0.6, -1.5, 0],
        [k * 1.02, -0.8, 0],
        [k * 1.0, -0.06, 0],
      ],
      [
        [k * 0.54, -1.0, 0.4],
        [k * 0.86, -0.6, 0.3],
        [k * 0.94, 0, 0.15],
      ],
      { count: 36, colour: tone(colour, 1.35), wander: 0.06, spread: 0.5 },
    ),
  )
  const gloss = s.softStroke(
    s.line([
      [s.lit * 0.1 - 0.45, -1.22, 0.5],
      [0.05, -1.38, 0.5],
      [0.5, -1.16, 0.5],
    ]),
    mix(colour, '#b9c3d6', 0.55),
    0.1,
    0.45,
    0.05,
  )
  const fringe = (shade: number, count: number) =>
    strands(
      s,
      [
        [-0.5, -1.02, 0.6],
        [-0.12, -1.0, 0.68],
        [0.16, -0.84],
        [0.3, -0.6],
      ],
      [
        [-0.2, -1.3, 0.5],
        [0.5, -1.12, 0.5],
        [0.8, -0.8, 0.4],
        [0.88, -0.46, 0.3],
      ],
      {
        count,
        colour: tone(colour, shade),
        wander: 0.12,
        width: 0.022,
        opacity: 0.8,
        spread: 0.45,
      },
    )
  const tips = [fringe(1.1, 46), fringe(1.7, 34)]
  return {
    back: '',
    front:
      mass(s, [...outer, ...inner], sides.join('') + locks + gloss) +
      tips.join('') +
      looseEnds(s, outer, 60, 0.07, 0.5),
  }
}

/** A shaven crown: a shadow of hair at the sides and the light on bare skin. */
function bald(s: Sketch): Hair {
  const { colour } = s.who.hair
  const head = s.faceLine(headOutline(s), true)
  const stubble = [-1, 1].map((k) =>
    s.soft(
      s.line(
        [
          [k * 0.99, 0.05, 0],
          [k * 0.86, 0.02, 0.2],
          [k * 0.84, -0.45, 0.3],
          [k * 0.68, -0.85, 0.3],
          [k * 0.72, -1.15, 0],
          [k * 1.05, -0.6, 0],
        ],
        true,
      ),
      mix(colour, s.skin.deep, 0.45),
      0.4,
      0.05,
    ),
  )
  const shine = s.soft(
    s.line(
      [
        [s.lit * 0.3 - 0.3, -1.03],
        [s.lit * 0.3, -1.12],
        [s.lit * 0.3 + 0.26, -0.98],
        [s.lit * 0.3, -0.9],
      ],
      true,
    ),
    s.skin.glow,
    0.75,
    0.07,
  )
  const glint = s.soft(
    s.line(
      [
        [s.lit * 0.34 - 0.12, -1.02],
        [s.lit * 0.34, -1.06],
        [s.lit * 0.34 + 0.1, -1.0],
        [s.lit * 0.34, -0.97],
      ],
      true,
    ),
    '#ffffff',
    0.4,
    0.03,
  )
  const crown = s.soft(
    s.line(
      [
        [-0.75, -1.0],
        [0, -1.34, 0.1],
        [0.75, -1.0],
        [0.9, -1.5, 0],
        [-0.9, -1.5, 0],
      ],
      true,
    ),
    s.skin.deep,
    0.3,
    0.08,
  )
  return { back: '', front: s.clip(head, stubble.join('') + crown + shine + glint) }
}

export const SHORT = { cropped, swept, bald }
