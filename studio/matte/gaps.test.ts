import { expect, test } from '#tests/support/node-test.ts'
import { distanceTo } from '#studio/planes/distance.ts'
import { createPlane } from '#studio/planes/plane.ts'
import { openGaps } from './gaps.ts'
import type { Guide } from './laplacian.ts'
import { above, inverse } from '#studio/planes/mask.ts'

const WIDTH = 320
const HEIGHT = 320
/** In pixels of the whole picture; the planes are half of it. */
const head = { centreX: 320, eyeY: 340, chinY: 520, faceHeight: 400, face: new Float32Array() }
type Colour = readonly [number, number, number]
const WALL: Colour = [0.75, 0.8, 0.72]
const HAIR: Colour = [0.16, 0.11, 0.09]

interface Scene {
  hair?: Colour
  wall?: Colour
  colour?: Colour
  x?: number
  y?: number
  radius?: number
  alpha?: number
}

/** Alpha of a spot in a head of hair the net has for whole, before a wall; the face lies in its middle. */
function spotIn({ hair = HAIR, wall = WALL, colour = wall, x = 160, y = 76, radius = 4, alpha = 1 }: Scene) {
  const planes: Guide['planes'] = [
    new Float32Array(WIDTH * HEIGHT),
    new Float32Array(WIDTH * HEIGHT),
    new Float32Array(WIDTH * HEIGHT),
  ]
  const plane = createPlane(WIDTH, HEIGHT)
  const face = new Float32Array(WIDTH * HEIGHT)
  for (let i = 0; i < face.length; i++) {
    const [px, py] = [i % WIDTH, Math.floor(i / WIDTH)]
    const inside = Math.hypot(px - 160, py - 170) < 110
    const spot = Math.hypot(px - x, py - y) < radius
    planes.forEach((values, c) => (values[i] = (spot ? colour : inside ? hair : wall)[c] ?? 0))
    plane.data[i] = inside ? (spot ? alpha : 1) : 0
    face[i] = Math.hypot(px - 160, py - 200) < 50 ? 1 : 0
  }
  const body = above(plane.data, 0.5)
  const fromOutline = distanceTo(inverse(body), WIDTH, HEIGHT)
  openGaps({ width: WIDTH, height: HEIGHT, planes }, plane, fromOutline, head, face)
  return plane.data[y * WIDTH + x] ?? 0
}

test('a bright spot of the wall in dark curls is opened', () => {
  expect(spotIn({})).toBeLessThan(0.05)
})

test.each<[string, Scene]>([
  ['of another colour than the wall, a clasp', { colour: [0.85, 0.2, 0.2] }],
  ['half as bright as the wall, a highlight', { colour: [0.4, 0.38, 0.34] }],
  ['dark in bright hair, a shadow', { hair: [0.8, 0.78, 0.75], wall: [0.1, 0.1, 0.12] }],
  ['deep inside the outline', { y: 100 }],
  ['as large as an ear', { radius: 14 }],
  ['where an earring hangs', { x: 74, y: 225 }],
])('a spot %s stays', (_, scene) => {
  expect(spotIn(scene)).toBe(1)
})

test('a soft fringe at the outline stays as it is', () => {
  expect(spotIn({ y: 62, alpha: 0.4 })).toBeCloseTo(0.4)
})
