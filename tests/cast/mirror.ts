import { cloth } from './cloth.ts'
import { mix, tone } from './colour.ts'
import type { HeadPoint } from './geometry.ts'
import { HEIGHT_PX as H, lightOver, WIDTH_PX as W } from './sketch.ts'
import type { Sketch } from './sketch.ts'
import { grain } from './skin.ts'

const WIDE = 0.37
const TALL = 0.76
const Z = 0.9

/** Corners rounded, in the body's space, about `x`, `y`. */
function slab(s: Sketch, x: number, y: number, w: number, h: number, r: number): string {
  const quarter = (cx: number, cy: number, from: number): HeadPoint[] =>
    [0, 0, 0.5, 1, 1].map((t) => {
      const a = from + (t * Math.PI) / 2
      return [x + cx + r * Math.cos(a), y + cy + r * Math.sin(a), Z]
    })
  return s.bodyLine(
    [
      ...quarter(w - r, h - r, 0),
      ...quarter(-w + r, h - r, Math.PI / 2),
      ...quarter(-w + r, -h + r, Math.PI),
      ...quarter(w - r, -h + r, -Math.PI / 2),
    ],
    true,
  )
}

/** The phone in the mirror: its back, the hand that holds it, the arm with its sleeve. */
export function phoneInHand(s: Sketch): string {
  const { mirror } = s.take
  if (!mirror) return ''
  const { x, y } = mirror
  const out = Math.sign(x)
  const { colour } = s.who.wardrobe[s.take.clothes]
  const arm = s.bodyLine(
    [
      [x - out * 0.04, y + 1.02, 0.75],
      [x + out * 0.22, y + 1.06, 0.75],
      [x + out * 0.5, y + 0.94, 0.75],
      [x + out * 0.82, y + 1.9, 0.6],
      [x + out * 1.4, y + 4, 0.3],
      [x + out * 0.5, y + 4, 0.3],
      [x + out * 0.16, y + 1.9, 0.6],
    ],
    true,
  )
  const cuff = s.bodyLine([
    [x - out * 0.02, y + 1.12, 0.75],
    [x + out * 0.24, y + 1.16, 0.75],
    [x + out * 0.52, y + 1.04, 0.75],
  ])
  const sleeve = [
    s.softStroke(arm, tone(colour, 0.3), 0.1, 0.6, 0.06),
    cloth(s, arm, colour, s.softStroke(cuff, tone(colour, 0.5), 0.02, 0.7, 0.01)),
  ].join('')
  return hand(s, x, y, out) + sleeve + phone(s, x, y) + fingers(s, x, y, out)
}

function skinPiece(s: Sketch, d: string, shade: string): string {
  return (
    s.softStroke(d, s.skin.dark, 0.03, 0.35, 0.012) +
    s.fill(d, mix(s.skin.base, s.skin.blush, 0.1)) +
    s.clip(d, shade + grain(s, d, 0.15, 2.6) + lightOver(s, d))
  )
}

function hand(s: Sketch, x: number, y: number, out: number): string {
  const palm = s.bodyLine(
    [
      [x - out * 0.3, y + 0.2, Z],
      [x + out * 0.44, y + 0.1, Z],
      [x + out * 0.52, y + 0.5, Z],
      [x + out * 0.42, y + 0.85, 0.8],
      [x + out * 0.44, y + 1.08, 0.75],
      [x + out * 0.06, y + 1.16, 0.75],
      [x - out * 0.02, y + 0.9, 0.8],
      [x - out * 0.3, y + 0.74, Z],
    ],
    true,
  )
  const wrist = s.bodyLine([
    [x - out * 0.1, y + 0.86, 0.8],
    [x + out * 0.2, y + 0.98, 0.8],
    [x + out * 0.46, y + 0.9, 0.8],
  ])
  return skinPiece(s, palm, s.softStroke(wrist, s.skin.deep, 0.16, 0.5, 0.07))
}

function phone(s: Sketch, x: number, y: number): string {
  const body = slab(s, x, y, WIDE, TALL, 0.1)
  const bump = slab(s, x - 0.15, y - 0.5, 0.16, 0.19, 0.07)
  const [px, py] = s.body([x, y, Z])
  const sheen = s.linear(
    [px - WIDE * s.unit, py - TALL * s.unit],
    [px + WIDE * s.unit, py + TALL * s.unit],
    [
      [0, '#4a505a'],
      [0.35, '#23262c'],
      [0.6, '#2d3138'],
      [1, '#14161a'],
    ],
  )
  const eye = (ex: number, ey: number) => {
    const ring = slab(s, ex, ey, 0.062, 0.062, 0.061)
    return (
      s.fill(ring, '#0a0b0d') +
      s.stroke(ring, '#5c636e', 0.014) +
      s.fill(slab(s, ex, ey, 0.028, 0.028, 0.027), '#24364e') +
      s.fill(slab(s, ex + 0.014, ey - 0.014, 0.009, 0.009, 0.008), '#ffffff', 0.8)
    )
  }
  return [
    s.softStroke(body, '#050608', 0.03, 0.4, 0.015),
    s.fill(body, sheen),
    s.stroke(body, '#6a717c', 0.018),
    s.fill(bump, '#1a1c20'),
    s.stroke(bump, '#565d68', 0.012),
    eye(x - 0.215, y - 0.575),
    eye(x - 0.215, y - 0.425),
    eye(x - 0.085, y - 0.5),
    s.fill(slab(s, x - 0.08, y - 0.62, 0.022, 0.022, 0.021), '#fff3d6'),
  ].join('')
}

/** Fingertips round one edge of the phone, the thumb along the other. */
function fingers(s: Sketch, x: number, y: number, out: number): string {
  const finger = (from: HeadPoint, to: HeadPoint, w: number) => {
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
    const long = Math.hypot(dx, dy)
    const [ux, uy] = [dx / long, dy / long]
    const at = (t: number, side: number): HeadPoint => [
      from[0] + dx * t - uy * w * side,
      from[1] + dy * t + ux * w * side,
      Z + 0.05,
    ]
    const d = s.bodyLine(
      [at(0, -1), at(0.5, -0.95), at(0.88, -0.85), at(1.08, 0), at(0.88, 0.85), at(0.5, 0.95), at(0, 1)],
      true,
    )
    const joint = s.bodyLine([at(0.45, -0.7), at(0.48, 0.7)])
    const light = s.bodyLine([at(0.1, -0.35), at(0.9, -0.3)])
    const nail = s.bodyLine([at(0.8, -0.45), at(1.02, -0.3), at(1.02, 0.3), at(0.8, 0.45)], true)
    return skinPiece(
      s,
      d,
      s.softStroke(d, s.skin.deep, w * 0.6, 0.6, w * 0.35) +
        s.softStroke(light, s.skin.glow, w * 0.5, 0.5, w * 0.3) +
        s.softStroke(joint, s.skin.deep, 0.016, 0.5, 0.008) +
        s.fill(nail, mix(s.skin.glow, '#f3c9c0', 0.5), 0.7),
    )
  }
  const tips = [0, 1, 2, 3].map((i) =>
    finger(
      [x + out * (WIDE + 0.1), y + 0.02 + i * 0.17, Z],
      [x + out * (WIDE - 0.3 + 0.03 * Math.abs(i - 1)), y - 0.03 + i * 0.175, Z],
      0.085 - 0.006 * i,
    ),
  )
  const thumb = finger([x - out * (WIDE + 0.02), y + 0.72, Z], [x - out * (WIDE - 0.03), y + 0.16, Z], 0.1)
  return tips.reverse().join('') + thumb
}

/** Marks on the glass itself: its bevelled edge, a splash, a smear in the lamp's light. */
export function glass(s: Sketch): string {
  if (!s.take.mirror) return ''
  const bevel = `M0 0H${String(W)}V${String(H)}H0Z`
  const smear = s.bodyLine([
    [-1.9, 2.2, 1],
    [-1.2, 1.2, 1],
    [-1.0, 0.4, 1],
  ])
  const drops = Array.from({ length: 16 }, () => {
    const [dx, dy, r] = [W * s.random(), H * (0.7 + 0.3 * s.random()), 2 + 5 * s.random()]
    return `<circle cx="${dx.toFixed(0)}" cy="${dy.toFixed(0)}" r="${r.toFixed(1)}" fill="#ffffff" fill-opacity="${(0.1 + 0.2 * s.random()).toFixed(2)}"/>`
  })
  return [
    s.softStroke(smear, '#ffffff', 0.3, 0.1, 0.12),
    ...drops,
    s.stroke(bevel, tone('#e9eef2', 0.9), 0.22, 0.35),
    s.stroke(bevel, '#ffffff', 0.03, 0.4),
  ].join('')
}
