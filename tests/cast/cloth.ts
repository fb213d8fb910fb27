import { tone } from './colour.ts'
import { mirrored } from './geometry.ts'
import type { HeadPoint } from './geometry.ts'
import { lightOver } from './sketch.ts'
import type { Sketch } from './sketch.ts'
import { grain } from './skin.ts'

/** Half of the body's outline, from the neck at the viewer's right down to below the picture. */
export function flank({ who }: Sketch, neckY: number, pad: number): HeadPoint[] {
  const [n, w] = [who.neck, who.shoulders + pad]
  const { raised = 0 } = who
  return [
    [n * 1.14, neckY, 0],
    [n * 1.14, neckY, 0],
    [n + 0.46, neckY + 0.27 - 0.45 * raised, 0],
    [w * 0.72, 2.26 - pad - raised, 0],
    [w * 0.93, 2.46 - pad - raised, 0],
    [w * 1.04, 2.9 - 0.85 * raised, 0],
    [w * 1.12, 3.8 - 0.3 * raised, 0],
    [w * 1.14, 9, 0],
    [w * 1.14, 30, 0],
  ]
}

/** Path data of the whole upper body below a neckline, which runs from left to right. */
export function torso(s: Sketch, neckline: readonly HeadPoint[], neckY: number, pad = 0): string {
  const right = flank(s, neckY, pad)
  return s.bodyLine([...neckline, ...right, ...mirrored(right)], true)
}

/** A piece of cloth with its folds, weave and light. */
export function cloth(s: Sketch, d: string, colour: string, extra: string, texturePx = 2.4): string {
  const [x, y] = s.body([s.lit * 1.2, 2.2, 0.3])
  const fill = s.radial([x, y], 3.2 * s.unit, [
    [0, tone(colour, 1.14)],
    [0.45, colour],
    [1, tone(colour, 0.68)],
  ])
  const folds = [-1, 1].flatMap((k) => {
    const w = s.who.shoulders * (0.9 + 0.2 * s.random())
    return [
      s.softStroke(
        s.bodyLine([
          [k * w * 0.88, 2.5, 0],
          [k * w * 0.74, 3.0, 0.2],
          [k * w * 0.78, 4.6, 0.1],
        ]),
        tone(colour, 0.5),
        0.12,
        0.34,
        0.08,
      ),
      s.softStroke(
        s.bodyLine([
          [k * w * 0.66, 2.35, 0.2],
          [k * w * 0.5, 2.8, 0.3],
          [k * w * 0.45, 3.5, 0.3],
        ]),
        tone(colour, 1.3),
        0.16,
        0.35,
        0.09,
      ),
      s.softStroke(
        s.bodyLine([
          [k * w * 0.5, 2.2, 0.2],
          [k * w * 0.36, 2.7, 0.3],
          [k * w * 0.2, 3.3, 0.4],
        ]),
        tone(colour, 0.62),
        0.05,
        0.2 + 0.3 * s.random(),
        0.04,
      ),
      s.softStroke(
        s.bodyLine([
          [k * w * 1.02, 2.9, 0],
          [k * w * 0.96, 3.2, 0],
          [k * w * 1.0, 3.7, 0],
        ]),
        tone(colour, 1.25),
        0.1,
        0.3,
        0.06,
      ),
    ]
  })
  return s.fill(d, fill) + s.clip(d, folds.join('') + extra + grain(s, d, 0.16, texturePx) + lightOver(s, d))
}
