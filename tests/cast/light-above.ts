import type { HeadPoint } from './geometry.ts'
import type { Sketch } from './sketch.ts'
import { headOutline } from './outline.ts'

/**
 * A lamp overhead: forehead, nose and cheekbones are bright, the eyes lie in the shadow of the brow, the more the deeper
 * they are set. Painted over the features.
 */
export function lightFromAbove(s: Sketch): string {
  const { above = 0 } = s.take.light
  const { depth = 0, apart, width } = s.who.eyes
  if (above + depth === 0) return ''
  const { skin, who } = s
  const { nose, mouth } = who
  const socket = 0.3 * depth + above * (0.22 + 0.32 * depth)
  const under: HeadPoint[] = [
    [-nose.width, nose.length * 0.98, 0.8],
    [0, nose.length + 0.03, 1],
    [nose.width, nose.length * 0.98, 0.8],
    [0.12, mouth.y - 0.1, 0.86],
    [-0.12, mouth.y - 0.1, 0.86],
  ]
  const eyes = [-1, 1].flatMap((k) => [
    s.soft(s.oval(k * apart, -0.1, width * 1.45, 0.15), skin.dark, socket, 0.05),
    s.soft(s.oval(k * (apart - width * 0.95), -0.08, 0.09, 0.17), skin.dark, socket, 0.045),
    s.soft(s.oval(k * (apart + 0.02), -0.4, 0.26, 0.06), skin.glow, 0.2 * depth + 0.3 * above, 0.05),
    s.soft(s.oval(k * 0.55, 0.3, 0.2, 0.06, k * -14), skin.glow, 0.5 * above, 0.05),
    s.soft(s.oval(k * 0.6, 0.68, 0.16, 0.2, k * 24), skin.deep, 0.4 * above, 0.09),
  ])
  const middle = [
    s.soft(s.oval(0, -0.8, 0.62, 0.24), skin.glow, 0.7 * above, 0.12),
    s.soft(s.oval(0, -0.9, 0.3, 0.1), '#ffffff', 0.22 * above, 0.08),
    s.soft(s.line(under, true), skin.dark, 0.5 * above, 0.04),
    s.soft(s.oval(0, mouth.y + 0.21, 0.24, 0.05), skin.dark, 0.4 * above, 0.035),
    s.soft(s.oval(0, who.head.length, 0.7, 0.13), skin.dark, 0.5 * above, 0.07),
  ]
  return s.clip(s.faceLine(headOutline(s), true), [...eyes, ...middle].join(''))
}
