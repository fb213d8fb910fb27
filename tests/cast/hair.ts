import { tone } from './colour.ts'
import { along } from './geometry.ts'
import type { HeadPoint } from './geometry.ts'
import { lightOver } from './sketch.ts'
import type { Sketch } from './sketch.ts'
import { headOutline } from './outline.ts'

/** The parts behind the face and before it. */
export interface Hair {
  back: string
  front: string
}

/** Loose ends along an outline, which runs from left to right over the crown; `fall` lets them hang. */
export function looseEnds(
  s: Sketch,
  outline: readonly HeadPoint[],
  count: number,
  length: number,
  lean = 0.5,
  fall = false,
): string {
  const { colour } = s.who.hair
  const parts: string[] = []
  const flat = outline.map((p) => s.head(p))
  for (let i = 0; i < count; i++) {
    const { point, angle } = along(flat, s.random())
    const rising = fall && Math.sin(angle) < 0
    const turn = rising
      ? angle + Math.PI + 0.06 + 0.3 * lean * s.random()
      : angle - 0.06 - 0.4 * lean * s.random()
    const reach = length * s.unit * (0.4 + s.random())
    const [x, y] = point
    const mid = `${(x + reach * 0.5 * Math.cos(turn + 0.3)).toFixed(1)} ${(y + reach * 0.5 * Math.sin(turn + 0.3)).toFixed(1)}`
    const end = `${(x + reach * Math.cos(turn)).toFixed(1)} ${(y + reach * Math.sin(turn)).toFixed(1)}`
    const d = `M${x.toFixed(1)} ${y.toFixed(1)}Q${mid} ${end}`
    parts.push(s.stroke(d, tone(colour, 0.8 + 0.6 * s.random()), 0.005 + 0.005 * s.random(), 0.4))
  }
  return parts.join('')
}

/** The shape of the hair, its volume, its strands, and its shadow on the forehead. */
export function mass(s: Sketch, outline: readonly HeadPoint[], content: string, shadowOnFace = true): string {
  const { colour } = s.who.hair
  const d = s.line(outline, true)
  const [cx, cy] = s.head([s.lit * 0.35, -1.15, 0.4])
  const fill = s.radial([cx, cy], 1.5 * s.unit, [
    [0, tone(colour, 1.22)],
    [0.4, colour],
    [1, tone(colour, 0.62)],
  ])
  const head = s.faceLine(headOutline(s), true)
  const dropped = outline.map(([x, y, z]): HeadPoint =>
    z === undefined ? [x * 0.985, y + 0.06] : [x * 0.985, y + 0.06, z],
  )
  const shadow = shadowOnFace ? s.clip(head, s.soft(s.line(dropped, true), s.skin.dark, 0.5, 0.05)) : ''
  return shadow + s.soft(d, fill, 1, 0.008) + s.clip(d, content + lightOver(s, d, 0.8))
}
