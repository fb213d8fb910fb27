import { tone } from './colour.ts'
import { mirrored } from './geometry.ts'
import type { HeadPoint } from './geometry.ts'
import { lightOver } from './sketch.ts'
import type { Sketch } from './sketch.ts'
import { grain } from './skin.ts'

const TOP = 1.74

/** The back of a wheelchair behind the shoulders: a padded panel between two tubes that end in grips. */
export function wheelchair(s: Sketch): string {
  const { wheelchair: colour, shoulders } = s.who
  if (colour === undefined) return ''
  const w = shoulders * 0.8
  const half: HeadPoint[] = [
    [w * 0.55, TOP + 0.01, -0.4],
    [w - 0.16, TOP + 0.02, -0.4],
    [w - 0.02, TOP + 0.14, -0.4],
    [w, TOP + 0.4, -0.4],
    [w, 5, -0.4],
    [w, 30, -0.4],
  ]
  const panel = s.bodyLine([[0, TOP + 0.05, -0.4], ...half, ...mirrored(half)], true)
  const [x, y] = s.body([s.lit * w, TOP, -0.4])
  const leather = s.radial([x, y], 3 * s.unit, [
    [0, tone(colour, 1.35)],
    [0.5, colour],
    [1, tone(colour, 0.6)],
  ])
  const inset = half.map(([px, py, z]): HeadPoint => [px - 0.09, py + 0.09, z ?? 0])
  const seam = s.bodyLine([[0, TOP + 0.15, -0.4], ...inset, ...mirrored(inset)], true)
  const pad = [
    s.softStroke(seam, tone(colour, 0.4), 0.035, 0.9, 0.012),
    s.softStroke(panel, tone(colour, 2), 0.03, 0.5, 0.015),
    s.stroke(seam, tone(colour, 1.9), 0.009, 0.6),
    grain(s, panel, 0.2, 3),
    lightOver(s, panel),
  ].join('')
  return [-1, 1].map((k) => tube(s, k * (w + 0.07))).join('') + s.fill(panel, leather) + s.clip(panel, pad)
}

function tube(s: Sketch, x: number): string {
  const k = Math.sign(x)
  const post: HeadPoint[] = [
    [x, 30, -0.45],
    [x, 5, -0.45],
    [x, TOP + 0.4, -0.45],
    [x + k * 0.01, TOP + 0.02, -0.5],
  ]
  const grip: HeadPoint[] = [
    [x + k * 0.01, TOP + 0.06, -0.5],
    [x + k * 0.03, TOP - 0.08, -0.8],
    [x + k * 0.1, TOP - 0.13, -1.1],
  ]
  const [d, rubber] = [s.bodyLine(post), s.bodyLine(grip)]
  return [
    s.stroke(rubber, '#17181a', 0.18),
    s.softStroke(rubber, '#5b5e63', 0.05, 0.7, 0.02),
    s.stroke(d, '#5d6167', 0.1),
    s.softStroke(d, '#d5d9de', 0.03, 0.9, 0.01),
  ].join('')
}
