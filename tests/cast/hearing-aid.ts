import { tone } from './colour.ts'
import type { HeadPoint } from './geometry.ts'
import { lightOver } from './sketch.ts'
import type { Sketch } from './sketch.ts'

/** Behind both ears: a case that hugs the ear from above, and a clear tube to the dome inside. */
export function hearingAid(s: Sketch): string {
  const { hearingAid: colour, head, ears } = s.who
  if (colour === undefined) return ''
  return [-1, 1]
    .map((side) => {
      const at = (x: number, y: number, z: number): HeadPoint => [side * (head.cheek + x * ears), y, z]
      const shell = s.line(
        [
          at(0.0, -0.24, 0.02),
          at(0.09, -0.3, -0.05),
          at(0.19, -0.24, -0.12),
          at(0.235, -0.06, -0.15),
          at(0.225, 0.14, -0.15),
          at(0.17, 0.2, -0.13),
          at(0.165, 0.06, -0.12),
          at(0.165, -0.08, -0.12),
          at(0.11, -0.17, -0.1),
          at(0.03, -0.17, -0.02),
        ],
        true,
      )
      const tube = s.line([
        at(0.02, -0.21, 0.04),
        at(-0.035, -0.13, 0.1),
        at(-0.04, 0, 0.1),
        at(-0.005, 0.09, 0.06),
        at(0.025, 0.11, 0),
      ])
      const edge = s.line([at(0.06, -0.27, 0), at(0.16, -0.23, -0.1), at(0.205, -0.08, -0.14)])
      const dome = s.line([at(0.0, 0.1, 0), at(0.03, 0.075, 0), at(0.055, 0.11, 0), at(0.03, 0.145, 0)], true)
      return [
        s.softStroke(shell, s.skin.dark, 0.012, 0.3, 0.005),
        s.fill(shell, colour),
        s.clip(shell, s.softStroke(shell, tone(colour, 0.55), 0.04, 0.6, 0.02) + lightOver(s, shell)),
        s.softStroke(edge, '#ffffff', 0.02, 0.75, 0.008),
        s.softStroke(tube, s.skin.dark, 0.03, 0.4, 0.01),
        s.stroke(tube, '#eef3f5', 0.017, 0.75),
        s.fill(dome, '#3a3d42', 0.85),
      ].join('')
    })
    .join('')
}
