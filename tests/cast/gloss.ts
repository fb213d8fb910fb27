import { mix } from './colour.ts'
import type { Sketch } from './sketch.ts'

/** Light that the skin reflects unchanged, without its own colour: it models a very dark face. */
export function gloss(s: Sketch): string {
  const { gloss: amount = 0, head, nose } = s.who
  if (amount === 0) return ''
  const white = mix(s.skin.glow, '#ffe2cc', 0.5)
  const near = (k: number) => (k === s.lit ? 1 : 0.55)
  const gleam = (d: string, opacity: number, sigma: number) => s.soft(d, white, amount * opacity, sigma)
  return [
    gleam(s.oval(s.lit * 0.24, -0.66, 0.4, 0.2, s.lit * 12), 0.5, 0.1),
    gleam(s.oval(s.lit * 0.3, -0.7, 0.18, 0.08, s.lit * 12), 0.5, 0.05),
    ...[-1, 1].flatMap((k) => [
      gleam(s.oval(k * head.cheek * 0.58, 0.26, 0.22, 0.09, k * -16), 0.42 * near(k), 0.06),
      gleam(s.oval(k * head.cheek * 0.6, 0.24, 0.1, 0.035, k * -16), 0.42 * near(k), 0.025),
      gleam(s.oval(k * 0.44, -0.36, 0.2, 0.035, k * 6), 0.4 * near(k), 0.03),
      gleam(s.oval(k * head.jaw * 0.62, head.length * 0.8, 0.12, 0.14, k * -30), 0.22 * near(k), 0.07),
    ]),
    gleam(s.oval(s.lit * 0.02, nose.length * 0.4, 0.05, 0.24), 0.4, 0.03),
    gleam(s.oval(s.lit * 0.04, head.length * 0.88, 0.13, 0.07), 0.5, 0.04),
  ].join('')
}
