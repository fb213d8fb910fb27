import { tone } from './colour.ts'
import type { HeadPoint } from './geometry.ts'
import type { Sketch } from './sketch.ts'

type Colours = readonly [string, string]

function flowers(s: Sketch, [petal, heart]: Colours): string {
  const parts: string[] = []
  for (let y = -2; y < 3; y += 0.27)
    for (let x = -1.8; x < 1.8; x += 0.29) {
      const [cx, cy] = [x + 0.16 * s.random(), y + 0.14 * s.random()]
      const [size, turn] = [0.05 + 0.03 * s.random(), 6.28 * s.random()]
      const disc = (dx: number, dy: number, r: number, colour: string) =>
        s.fill(flat(s, cx + dx, cy + dy, r), colour, 0.9)
      for (let i = 0; i < 5; i++) {
        const a = turn + (i * 6.28) / 5
        parts.push(disc(size * Math.cos(a), size * Math.sin(a), size * 0.62, petal))
      }
      parts.push(disc(0, 0, size * 0.5, heart), disc(size * 2.1, size * 1.4, size * 0.4, tone(heart, 0.7)))
    }
  return parts.join('')
}

/** Along the cloth, which lies round the face. */
function stripes(s: Sketch, [wide, narrow]: Colours): string {
  return Array.from({ length: 13 }, (_, i) => {
    const ring = (grow: number) =>
      s.line(
        Array.from({ length: 16 }, (_unused, k): HeadPoint => {
          const a = (k * Math.PI) / 8
          return [(0.98 + grow) * Math.sin(a), 0.22 - (1.22 + grow) * Math.cos(a), 0.3 - 0.25 * grow]
        }),
        true,
      )
    return s.stroke(ring(i * 0.17), wide, 0.05, 0.9) + s.stroke(ring(i * 0.17 + 0.06), narrow, 0.014, 0.9)
  }).join('')
}

function diamonds(s: Sketch, [one, other]: Colours): string {
  const parts: string[] = []
  for (let row = 0, y = -2; y < 3; y += 0.16, row++)
    for (let x = -1.8 + (row % 2) * 0.12; x < 1.8; x += 0.24) {
      const d = s.line(
        [0, 1, 2, 3].flatMap((i): HeadPoint[] => {
          const corner: HeadPoint = [
            x + 0.08 * Math.sin((i * Math.PI) / 2),
            y - 0.1 * Math.cos((i * Math.PI) / 2),
            0.3,
          ]
          return [corner, corner]
        }),
        true,
      )
      parts.push(s.fill(d, (row >> 1) % 2 === 0 ? one : other, 0.85))
    }
  return parts.join('')
}

function flat(s: Sketch, x: number, y: number, r: number): string {
  return s.line(
    Array.from({ length: 6 }, (_, i): HeadPoint => {
      const a = (i * Math.PI) / 3
      return [x + r * Math.cos(a), y + r * Math.sin(a), 0.3]
    }),
    true,
  )
}

const PRINTS = { flowers, stripes, diamonds }

/** The pattern of the cloth over the head, to be clipped to it. */
export function print(s: Sketch): string {
  const { print: printed } = s.who.hair
  return printed ? PRINTS[printed.kind](s, printed.colours) : ''
}
