import { tone } from './colour.ts'
import { mirrored } from './geometry.ts'
import type { HeadPoint } from './geometry.ts'
import { looseEnds, mass } from './hair.ts'
import type { Hair } from './hair.ts'
import { lightOver, strands } from './sketch.ts'
import type { Sketch } from './sketch.ts'

/** Box braids gathered high and falling over one shoulder. */
function braids(s: Sketch): Hair {
  const { colour } = s.who.hair
  const half: HeadPoint[] = [
    [0.45, -1.42, 0.1],
    [0.82, -1.16, 0],
    [0.99, -0.7, -0.05],
    [1.0, -0.2, 0],
    [0.95, 0.08, 0.1],
    [0.9, -0.2, 0.25],
    [0.82, -0.55, 0.4],
    [0.62, -0.84],
    [0.3, -0.98],
  ]
  const cap: HeadPoint[] = [[0, -1.52, 0.1], ...half, [0, -1.02], ...mirrored(half)]
  const rows: string[] = []
  for (let i = 0; i <= 10; i++) {
    const t = (i / 10) * 2 - 1
    const root: HeadPoint = [t * 0.86, -1.0 + 0.62 * t * t, 0.65 - 0.4 * t * t]
    const path: HeadPoint[] = [root, [t * 0.74, -1.3 + 0.42 * t * t, 0.4 - 0.3 * t * t], [t * 0.3, -1.52, 0]]
    rows.push(s.softStroke(s.line(path), tone(colour, 0.35), 0.025, 0.9, 0.008))
    for (let j = 0; j < 8; j++) {
      const f = j / 8
      const x = root[0] * (1 - f) + t * 0.3 * f + t * 0.02 + 0.05
      const y = root[1] * (1 - f) + (-1.52 + 0.1 * t * t) * f - 0.12 * Math.sin(Math.PI * f)
      rows.push(
        s.softStroke(
          s.line([
            [x - 0.035, y + 0.012, 0.5 - 0.5 * f],
            [x + 0.035, y - 0.02, 0.5 - 0.5 * f],
          ]),
          tone(colour, 2.0),
          0.014,
          0.5,
          0.006,
        ),
      )
    }
  }
  const bun: HeadPoint[] = [
    [-0.36, -1.42, -0.2],
    [-0.54, -1.66, -0.2],
    [-0.46, -1.94, -0.2],
    [-0.2, -2.1, -0.2],
    [0.16, -2.12, -0.2],
    [0.46, -1.95, -0.2],
    [0.55, -1.66, -0.2],
    [0.36, -1.42, -0.2],
  ]
  const coil = Array.from({ length: 7 }, (_, i) => {
    const r = 0.5 - i * 0.055
    return s.softStroke(
      s.line([
        [-r, -1.55 - i * 0.03, -0.1],
        [-r * 0.6, -1.95 + i * 0.03, -0.1],
        [r * 0.5, -1.98 + i * 0.03, -0.1],
        [r, -1.6 - i * 0.02, -0.1],
      ]),
      tone(colour, i % 2 === 0 ? 2.1 : 0.5),
      0.03,
      0.6,
      0.012,
    )
  })
  const braid = (x0: number, drift: number, end: number) => {
    const parts: string[] = []
    for (let y = -0.8; y < end; y += 0.085) {
      const x = x0 * Math.min(1, 0.8 + 0.2 * (y + 0.8)) + drift * (y + 0.3) + 0.02 * Math.sin(y * 4)
      for (const k of [-1, 1]) {
        const d = s.line(
          [
            [x - 0.01 * k, y - 0.05, -0.1],
            [x + k * 0.055, y - 0.01, -0.1],
            [x + k * 0.035, y + 0.06, -0.1],
            [x - k * 0.02, y + 0.05, -0.1],
          ],
          true,
        )
        parts.push(
          s.fill(d, tone(colour, k === s.lit ? 1.5 : 1)),
          s.stroke(
            s.line([
              [x + k * 0.045, y, -0.1],
              [x + k * 0.01, y + 0.05, -0.1],
            ]),
            tone(colour, 2.3),
            0.008,
            0.5,
          ),
        )
      }
    }
    return parts.join('')
  }
  const hanging = [
    [-1.0, -0.1, 2.5],
    [-1.12, -0.06, 2.3],
    [1.0, 0.08, 2.7],
    [1.13, 0.04, 2.4],
    [0.9, 0.1, 2.2],
    [-0.9, -0.13, 2.1],
  ].map(([x = 0, d = 0, e = 2]) => braid(x, d, e))
  const bunPath = s.line(bun, true)
  const top =
    s.fill(bunPath, tone(colour, 1.15)) + s.clip(bunPath, coil.join('') + lightOver(s, bunPath, 0.7))
  const edge =
    strands(
      s,
      [
        [-0.83, -0.5, 0.4],
        [-0.81, -0.57, 0.4],
      ],
      [
        [0, -1.0],
        [0, -1.07],
      ],
      { count: 18, colour, wander: 0.08, width: 0.006, opacity: 0.35 },
    ) +
    strands(
      s,
      [
        [0.83, -0.5, 0.4],
        [0.81, -0.57, 0.4],
      ],
      [
        [0, -1.0],
        [0, -1.07],
      ],
      { count: 18, colour, wander: 0.08, width: 0.006, opacity: 0.35 },
    )
  return {
    back: top + looseEnds(s, bun, 30, 0.07) + hanging.join(''),
    front:
      mass(s, cap, rows.join('')) +
      edge +
      looseEnds(
        s,
        [
          [-0.99, -0.6, 0],
          [-0.82, -1.16, 0],
          [0, -1.52, 0.1],
          [0.82, -1.16, 0],
          [0.99, -0.6, 0],
        ],
        40,
        0.05,
      ),
  }
}

/** A ringlet: a lock that swings from side to side on its way from `from` to `to`, lit along its bends. */
function ringlet(s: Sketch, from: HeadPoint, to: HeadPoint, width: number): string {
  const { colour } = s.who.hair
  const [z0, z1] = [from[2] ?? 0, to[2] ?? 0]
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
  const length = Math.hypot(dx, dy) || 1
  const turns = Math.max(2, Math.round(length / (width * 3.3)))
  const phase = s.random() * 6.28
  const path = (offset: number, swing: number): HeadPoint[] =>
    Array.from({ length: turns * 4 + 1 }, (_, i) => {
      const t = i / (turns * 4)
      const side = Math.sin(phase + t * turns * 6.28) * swing * (0.5 + 0.6 * t) + offset
      return [
        from[0] + dx * t - (dy / length) * side,
        from[1] + dy * t + (dx / length) * side,
        z0 + (z1 - z0) * t,
      ]
    })
  const shade = tone(colour, 0.8 + 0.5 * s.random())
  const hairs = [-0.65, 0, 0.65].map((f) =>
    s.stroke(
      s.line(path(f * width * 0.45, width * 0.62)),
      tone(shade, 0.8 + 0.8 * s.random()),
      width * 0.22,
      0.75,
    ),
  )
  return s.stroke(s.line(path(0, width * 0.6)), tone(colour, 0.55), width * 1.05, 0.8) + hairs.join('')
}

/** Loose dark curls to the shoulder. */
function curls(s: Sketch): Hair {
  const { colour } = s.who.hair
  const back: HeadPoint[] = [
    [-0.98, -0.9, -0.3],
    [-1.18, -0.2, -0.3],
    [-1.24, 0.6, -0.3],
    [-1.12, 1.15, -0.2],
    [-0.7, 1.3, -0.2],
    [0.7, 1.3, -0.2],
    [1.12, 1.15, -0.2],
    [1.24, 0.6, -0.3],
    [1.18, -0.2, -0.3],
    [0.98, -0.9, -0.3],
    [0.55, -1.35, -0.1],
    [-0.55, -1.35, -0.1],
  ]
  const behind: string[] = []
  for (let i = 0; i < 64; i++) {
    const k = i % 2 === 0 ? 1 : -1
    const x = 0.6 + 0.6 * s.random()
    const y = -0.3 + 0.7 * s.random()
    behind.push(
      ringlet(
        s,
        [k * x, y, -0.2],
        [k * (x + 0.1 + 0.22 * s.random()), y + 0.7 + 0.6 * s.random(), -0.2],
        0.075 + 0.03 * s.random(),
      ),
    )
  }
  const cap: HeadPoint[] = [
    [0.12, -1.1],
    [0.5, -0.9],
    [0.82, -0.5, 0.4],
    [0.92, 0, 0.25],
    [1.0, 0.4, 0.1],
    [1.1, 0.3, 0],
    [1.13, -0.4, -0.05],
    [0.98, -0.95, -0.05],
    [0.6, -1.34, 0],
    [0.1, -1.46, 0],
    [-0.5, -1.38, 0],
    [-0.97, -0.95, -0.05],
    [-1.13, -0.4, -0.05],
    [-1.1, 0.3, 0],
    [-1.0, 0.4, 0.1],
    [-0.92, 0, 0.25],
    [-0.82, -0.45, 0.4],
    [-0.45, -0.88],
  ]
  const before: string[] = []
  const root: HeadPoint = [0.16, -1.22, 0.5]
  for (let i = 0; i < 120; i++) {
    const a = Math.PI * (1.0 + ((i * 37) % 120) / 120 + 0.008 * s.random())
    const out = 1.02 + 0.24 * s.random()
    const start = 0.1 + 0.62 * s.random()
    const end: HeadPoint = [
      out * 1.06 * Math.cos(a) * (0.95 + 0.1 * s.random()),
      -0.48 + out * 1.02 * Math.sin(a) + 0.5 * Math.abs(Math.cos(a)) ** 4,
      0.05,
    ]
    before.push(
      ringlet(
        s,
        [
          root[0] + (end[0] - root[0]) * start + 0.12 * (s.random() - 0.5),
          root[1] + (end[1] - root[1]) * start + 0.05,
          0.4,
        ],
        end,
        0.065 + 0.03 * s.random(),
      ),
    )
  }
  for (let i = 0; i < 44; i++) {
    const k = i % 2 === 0 ? 1 : -1
    const x = 0.95 + 0.28 * s.random()
    const y = -0.6 + 0.7 * s.random()
    before.push(
      ringlet(
        s,
        [k * x, y, 0.05],
        [k * (x + 0.06 + 0.14 * s.random()), y + 0.5 + 0.5 * s.random(), 0.05],
        0.065 + 0.03 * s.random(),
      ),
    )
  }
  for (const [x, y, ex, ey] of [
    [-0.55, -0.98, -0.82, -0.3],
    [-0.3, -1.05, -0.62, -0.62],
    [0.5, -1.0, 0.8, -0.42],
    [0.66, -0.9, 0.88, -0.1],
    [-0.7, -0.85, -0.9, 0.1],
    [0.28, -1.06, 0.5, -0.72],
  ] as const) {
    before.push(ringlet(s, [x, y, 0.5], [ex, ey, 0.45], 0.055))
  }
  return {
    back: s.soft(s.line(back, true), tone(colour, 0.5), 1, 0.02) + behind.join(''),
    front: mass(s, cap, '') + before.join(''),
  }
}

export const CURLY = { braids, curls }
