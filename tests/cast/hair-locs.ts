import { tone } from './colour.ts'
import { along, mirrored } from './geometry.ts'
import type { HeadPoint, Point } from './geometry.ts'
import { mass } from './hair.ts'
import type { Hair } from './hair.ts'
import type { Sketch } from './sketch.ts'

/** One loc: felted hair, thicker and thinner along its way, lit along one side. */
function loc(s: Sketch, path: readonly HeadPoint[], width: number): string {
  const { colour } = s.who.hair
  const own = tone(colour, 0.85 + 0.45 * s.random())
  const flat = path.map((p) => s.head(p))
  const knots: string[] = []
  const steps = Math.max(8, Math.round(lengthOf(flat) / (0.07 * s.unit)))
  for (let i = 0; i <= steps; i++) {
    const { point, angle } = along(flat, i / steps)
    const r = 0.5 * width * s.unit * (0.92 + 0.22 * s.random()) * (i === steps ? 0.6 : 1)
    const turn = ((angle * 180) / Math.PI).toFixed(0)
    const [x, y] = [point[0].toFixed(1), point[1].toFixed(1)]
    const knot = (dy: number, rx: number, ry: number, fill: string, opacity: number) =>
      `<ellipse cx="${x}" cy="${y}" rx="${rx.toFixed(1)}" ry="${ry.toFixed(1)}" fill="${fill}" fill-opacity="${String(opacity)}" transform="rotate(${turn} ${x} ${y}) translate(0 ${dy.toFixed(1)})"/>`
    knots.push(
      knot(0, r * 1.25, r, tone(own, 0.9 + 0.2 * s.random()), 1),
      knot(-s.lit * r * 0.35, r * 0.75, r * 0.3, tone(own, 1.55), 0.5),
      knot(s.lit * r * 0.6, r * 0.9, r * 0.26, tone(own, 0.5), 0.6),
    )
  }
  const loose = Array.from({ length: 7 }, () => {
    const { point, angle } = along(flat, s.random())
    const side = s.random() < 0.5 ? 1 : -1
    const reach = width * s.unit * (0.55 + 0.35 * s.random()) * side
    const [dx, dy] = [Math.cos(angle + 1.2) * reach, Math.sin(angle + 1.2) * reach]
    return s.stroke(
      `M${point[0].toFixed(1)} ${point[1].toFixed(1)}L${(point[0] + dx).toFixed(1)} ${(point[1] + dy).toFixed(1)}`,
      tone(own, 1.2),
      0.005,
      0.5,
    )
  })
  return s.stroke(s.line(path), tone(colour, 0.45), width * 1.16) + loose.join('') + knots.join('')
}

function lengthOf(points: readonly Point[]): number {
  return points.reduce((sum, [x, y], i) => {
    const [px, py] = points[i - 1] ?? [x, y]
    return sum + Math.hypot(x - px, y - py)
  }, 0)
}

/** Locs from a parting in the middle to below the shoulders, some of them before. */
export function locs(s: Sketch): Hair {
  const half: HeadPoint[] = [
    [0.4, -1.4, 0.1],
    [0.84, -1.12, 0],
    [1.03, -0.6, -0.05],
    [1.05, 0, -0.05],
    [0.93, 0.05, 0.15],
    [0.9, -0.25, 0.25],
    [0.8, -0.6, 0.4],
    [0.56, -0.86],
    [0.24, -0.98],
  ]
  const cap: HeadPoint[] = [[0, -1.46, 0.1], ...half, [0, -1.02], ...mirrored(half)]
  const wander = (by: number) => by * (s.random() - 0.5)
  const behind: string[] = []
  for (let i = 0; i < 22; i++) {
    const k = i % 2 === 0 ? 1 : -1
    const x = 0.52 + 0.6 * ((i >> 1) / 11)
    behind.push(
      loc(
        s,
        [
          [k * x, -0.5, -0.3],
          [k * (x + 0.06), 0.5, -0.3],
          [k * (x + 0.1 + wander(0.1)), 1.4, -0.3],
          [k * (x + 0.06 + wander(0.2)), 2.2 + 0.5 * s.random(), -0.3],
        ],
        0.14 + 0.03 * s.random(),
      ),
    )
  }
  const before: string[] = []
  for (let i = 0; i < 10; i++) {
    const k = i % 2 === 0 ? 1 : -1
    const t = (i >> 1) / 4
    before.push(
      loc(
        s,
        [
          [k * (0.04 + 0.06 * t), -1.08 - 0.42 * t, 0.62 - 0.5 * t],
          [k * (0.44 + 0.24 * t), -1.0 - 0.42 * t, 0.5 - 0.35 * t],
          [k * (0.84 + 0.2 * t), -0.56 - 0.34 * t, 0.3 - 0.2 * t],
          [k * (0.97 + 0.2 * t), 0.1, 0.15 - 0.1 * t],
          [k * (0.99 + 0.28 * t + wander(0.06)), 0.95, 0.15],
          [k * (0.92 + 0.42 * t + wander(0.14)), 1.7 + 0.7 * s.random() + 0.3 * t, 0.25],
        ],
        0.15 + 0.03 * s.random(),
      ),
    )
  }
  return { back: behind.join(''), front: mass(s, cap, '') + before.reverse().join('') }
}
