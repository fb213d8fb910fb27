import { expect, test } from '#tests/support/node-test.ts'
import type { Plane } from '#studio/raster.ts'
import { keepEarrings } from './earrings.ts'
import type { Guide } from './laplacian.ts'

const WIDTH = 300
const HEIGHT = 300
/** In pixels of the whole picture; the planes are half of it. */
const head = { centreX: 300, eyeY: 200, chinY: 440, faceHeight: 400, face: new Float32Array() }
const WALL = [0.7, 0.72, 0.74]
const HAIR = [0.15, 0.1, 0.08]
const GOLD = [0.85, 0.65, 0.25]

/** Hair beside the face with a round spot of a colour and an alpha in it, and the wall beyond the hair. */
function spotted({
  colour,
  alpha,
  x = 220,
  radius = 6,
}: Record<'alpha', number> & { colour: number[]; x?: number; radius?: number }) {
  const planes: Guide['planes'] = [
    new Float32Array(WIDTH * HEIGHT),
    new Float32Array(WIDTH * HEIGHT),
    new Float32Array(WIDTH * HEIGHT),
  ]
  const plane: Plane = { width: WIDTH, height: HEIGHT, data: new Float32Array(WIDTH * HEIGHT) }
  for (let i = 0; i < plane.data.length; i++) {
    const [px, py] = [i % WIDTH, Math.floor(i / WIDTH)]
    const spot = Math.hypot(px - x, py - 160) < radius
    const wall = px >= 245
    planes.forEach((p, c) => (p[i] = (spot ? colour : wall ? WALL : HAIR)[c] ?? 0))
    plane.data[i] = spot ? alpha : wall ? 0 : 1
  }
  keepEarrings({ width: WIDTH, height: HEIGHT, planes }, plane, head)
  return plane.data[160 * WIDTH + x]
}

test.each([0, 0.3, 0.9])('an earring of alpha %d before hair is closed', (alpha) => {
  expect(spotted({ colour: GOLD, alpha })).toBe(1)
})

test('a gap that shows the wall stays open', () => {
  expect(spotted({ colour: WALL, alpha: 0.1 })).toBeCloseTo(0.1)
})

test.each<[string, { x?: number; radius?: number }]>([
  ['lies on the outline', { x: 244 }],
  ['is as large as a hand', { radius: 18 }],
  ['lies in the middle of the face', { x: 160 }],
])('what %s is no earring', (_, where) => {
  expect(spotted({ colour: GOLD, alpha: 0.3, ...where })).toBeCloseTo(0.3)
})
