import { tone } from './colour.ts'
import { mirrored } from './geometry.ts'
import type { HeadPoint } from './geometry.ts'
import { lightOver } from './sketch.ts'
import type { Sketch } from './sketch.ts'

/** A padded band over the hair from ear to ear. */
export function hairband(s: Sketch): string {
  const { hairband: colour } = s.who
  if (colour === undefined) return ''
  const arc = (lift: number): HeadPoint[] => {
    const half: HeadPoint[] = [
      [0.46 + lift * 0.4, -1.1 - lift, 0.5],
      [0.8 + lift * 0.75, -0.8 - lift * 0.75, 0.34],
      [1.0 + lift * 0.5, -0.38 - lift * 0.3, 0.12],
      [1.08, 0.02, -0.02],
    ]
    return [...mirrored(half), [0, -1.2 - lift, 0.54], ...half]
  }
  const band = s.line([...arc(0.15), ...arc(0).reverse()], true)
  const cloth = [
    s.softStroke(s.line(arc(0)), tone(colour, 0.5), 0.07, 0.8, 0.03),
    s.softStroke(s.line(arc(0.15)), tone(colour, 0.7), 0.05, 0.6, 0.025),
    s.softStroke(s.line(arc(0.09)), tone(colour, 1.5, 0.85), 0.04, 0.55, 0.02),
    lightOver(s, band, 0.8),
  ].join('')
  return (
    s.softStroke(s.line(arc(-0.02)), tone(s.who.hair.colour, 0.3), 0.06, 0.6, 0.03) +
    s.fill(band, colour) +
    s.clip(band, cloth)
  )
}
