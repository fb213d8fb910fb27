import { expect, test } from '@jest/globals'
import { createPlane } from './filters.ts'
import { thinFringe } from './fringe.ts'
import type { Guide } from './laplacian.ts'

const SIDE = 400
/** Face height: the fringe is up to 13 pixels deep. */
const UNIT = 200
const RADIUS = 150
type Colour = readonly [number, number, number]
const HAIR: Colour = [0.22, 0.2, 0.19]
const SKY: Colour = [0.88, 0.9, 0.92]

/** Between two colours. */
const between = (p: Colour, q: Colour, share: number): Colour => [
  p[0] + (q[0] - p[0]) * share,
  p[1] + (q[1] - p[1]) * share,
  p[2] + (q[2] - p[2]) * share,
]

const EAR: Colour = [0.85, 0.55, 0.42]

/** A head of hair whose outermost six pixels are of another colour, taken for solid. */
function thinned(fringe: Colour, wall: Colour) {
  const data = [new Float32Array(SIDE * SIDE), new Float32Array(SIDE * SIDE), new Float32Array(SIDE * SIDE)]
  const alpha = createPlane(SIDE, SIDE)
  for (let i = 0; i < SIDE * SIDE; i++) {
    const depth = RADIUS - Math.hypot((i % SIDE) - 200, Math.floor(i / SIDE) - 200)
    const colour = depth < 0 ? wall : depth < 6 ? fringe : HAIR
    data.forEach((plane, c) => (plane[i] = colour[c] ?? 0))
    alpha.data[i] = depth < 0 ? 0 : 1
  }
  const [r, g, b] = data
  if (!r || !g || !b) throw new Error('three planes')
  const guide: Guide = { width: SIDE, height: SIDE, planes: [r, g, b] }
  const face = new Float32Array(SIDE * SIDE)
  thinFringe(guide, alpha, { centreX: 200, eyeY: 250, chinY: 380, faceHeight: UNIT, face })
  /** Alpha so many pixels under the crown's outline. */
  return (depth: number) => alpha.data[(50 + depth) * SIDE + 200] ?? 0
}

test.each<[what: string, fringe: Colour, wall: Colour, least: number, most: number]>([
  ['half hair, half sky', between(HAIR, SKY, 0.5), SKY, 0.4, 0.7],
  ['a quarter sky', between(HAIR, SKY, 0.25), SKY, 0.7, 0.92],
  ['hair like that behind it', HAIR, SKY, 0.98, 1],
  ['of a third colour, an ear', EAR, SKY, 0.98, 1],
  ['pale hair before a dark wall', [0.7, 0.68, 0.66], [0.1, 0.1, 0.12], 0.98, 1],
])('a fringe that is %s', (_what, fringe, wall, least, most) => {
  const alphaAt = thinned(fringe, wall)
  expect(alphaAt(3)).toBeGreaterThanOrEqual(least)
  expect(alphaAt(3)).toBeLessThanOrEqual(most)
  // Hair farther inside is hair.
  expect(alphaAt(20)).toBe(1)
})
