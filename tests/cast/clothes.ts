import { tone } from './colour.ts'
import { mirrored } from './geometry.ts'
import type { HeadPoint } from './geometry.ts'
import { crew, rollneck, vneck } from './knits.ts'
import type { Sketch } from './sketch.ts'
import { blazer, shirt } from './tailored.ts'

/** The inside of the collar at the nape, behind the neck. */
export function nape(s: Sketch): string {
  const { cut, colour, under = colour } = s.who.wardrobe[s.take.clothes]
  const ring = (w: number, top: number, hue: string) => {
    const half: HeadPoint[] = [
      [w, top, -0.04],
      [w, top, -0.04],
      [w, 2, 0],
      [w, 2, 0],
    ]
    return s.fill(s.bodyLine([[0, top - 0.08, -0.2], ...half, ...mirrored(half)], true), hue)
  }
  const n = s.who.neck
  if (cut === 'blazer')
    return ring(n * 1.16 + 0.08, 1.48, tone(colour, 0.6)) + ring(n * 1.12, 1.5, tone(under, 0.6))
  if (cut === 'shirt') return ring(n * 1.11, 1.4, tone(colour, 0.66))
  return ring(n * 1.04, 1.64, tone(colour, 0.6))
}

/** The garment a take asks for, over the neck. */
export function clothes(s: Sketch): string {
  const garment = s.who.wardrobe[s.take.clothes]
  const cuts = { crew, rollneck, shirt, vneck, blazer }
  return cuts[garment.cut](s, garment)
}
