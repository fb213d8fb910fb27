import { expect, test } from '#tests/support/node-test.ts'
import { createRandom } from '#studio/scene/noise.ts'
import { createPlane } from '#studio/planes/plane.ts'
import type { FirmLine } from './firm-lines.ts'
import { openLobes } from './lobe-corners.ts'
import { guideOf } from './matte.ts'
import type { Ray } from './outline.ts'
import type { Shape } from './shapes.fixture.ts'

const WIDTH = 200
const HEIGHT = 220
type Colour = readonly [number, number, number]
const SKIN: Colour = [196, 146, 118]
const WALL: Colour = [150, 150, 146]
const SHADE: Colour = [84, 44, 30]
const SHINE: Colour = [252, 246, 240]
const CLAY: Colour = [150, 108, 88]

const LOBE = { x: 122, y: 80, radius: 22 } as const
const CHEEK = 100
const isLobe: Shape = (x, y) => Math.hypot(x - LOBE.x, y - LOBE.y) < LOBE.radius
const isEar: Shape = (x, y) => isLobe(x, y) || (x >= CHEEK && x < LOBE.x + LOBE.radius && y < LOBE.y)
const isCorner: Shape = (x, y) =>
  x >= CHEEK && x < LOBE.x && y >= LOBE.y && y < LOBE.y + LOBE.radius && !isLobe(x, y)

function lineOf(rays: Ray[]): FirmLine {
  return {
    rays,
    share: new Float32Array(rays.length).fill(1),
    beyond: new Float32Array(rays.length).fill(7),
    firm: 0,
  }
}

const towardsLobe = (x: number, y: number): Ray => {
  const length = Math.hypot(LOBE.x - x, LOBE.y - y)
  return { x, y, dx: (LOBE.x - x) / length, dy: (LOBE.y - y) / length }
}
/** Down the ear's rim, round the lobe's lower half, and straight on below the corner towards the cheek. */
const EAR = lineOf([
  ...Array.from({ length: 50 }, (_, k) => ({ x: LOBE.x + LOBE.radius, y: LOBE.y - 50 + k, dx: -1, dy: 0 })),
  ...Array.from({ length: 34 }, (_, k) => {
    const angle = (k / 34) * (Math.PI / 2)
    return towardsLobe(LOBE.x + LOBE.radius * Math.cos(angle), LOBE.y + LOBE.radius * Math.sin(angle))
  }),
  ...Array.from({ length: 16 }, (_, k) => towardsLobe(LOBE.x - k, LOBE.y + LOBE.radius)),
])
const CHEEK_LINE = lineOf(Array.from({ length: 60 }, (_, k) => ({ x: CHEEK, y: 110 + k, dx: -1, dy: 0 })))

/** A cheek and its ear before a wall; the net takes what is seen in the corner between them. */
function opened(inCorner: Colour, wall: Colour, cheeks: readonly FirmLine[] = [CHEEK_LINE]) {
  const random = createRandom(5)
  const data = new Uint8Array(WIDTH * HEIGHT * 3)
  const person = createPlane(WIDTH, HEIGHT)
  const colourAt = (x: number, y: number) => {
    if (isCorner(x, y)) return inCorner
    return x < CHEEK || isEar(x, y) ? SKIN : wall
  }
  for (let i = 0; i < person.data.length; i++) {
    const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)]
    const noise = (random() - 0.5) * 8
    colourAt(x, y).forEach((value, c) => (data[i * 3 + c] = value + noise))
    person.data[i] = x < CHEEK || isEar(x, y) || isCorner(x, y) ? 1 : 0
  }
  const guide = guideOf({ width: WIDTH, height: HEIGHT, data })
  const body = Uint8Array.from(person.data)
  const certain = new Uint8Array(body.length).fill(1)
  const head = { centreX: 80, eyeY: 60, chinY: 380, faceHeight: 320, face: new Float32Array(0) }
  const [ear] = openLobes(guide, person, body, certain, head, [EAR], cheeks)
  const shareIn = (shape: Shape) => {
    const places = Array.from(body.keys()).filter((i) => shape(i % WIDTH, Math.floor(i / WIDTH)))
    return places.filter((i) => person.data[i] === 1 && body[i] === 1).length / places.length
  }
  return { ear, certain, shareIn }
}

test('the wall in the corner between lobe and cheek is opened, and the ear is drawn up to it', () => {
  const { ear, certain, shareIn } = opened(WALL, WALL)
  expect(shareIn(isCorner)).toBeLessThan(0.15)
  expect(shareIn(isEar)).toBeGreaterThan(0.99)
  expect(shareIn((x) => x < CHEEK)).toBe(1)
  expect(ear?.share.at(-1)).toBe(0)
  expect(ear?.share.slice(0, 75)).toEqual(EAR.share.slice(0, 75))
  // The lobe's edge beside it is left to the colours, what is inside is known.
  expect(certain[95 * WIDTH + 106]).toBe(0)
  expect(certain[95 * WIDTH + 102]).toBe(1)
})

test.each([
  ['in the shade', SHADE, WALL],
  ['shining, where the wall does not', SHINE, WALL],
  ['before a wall as red as skin', CLAY, CLAY],
])('a lobe %s stays whole', (_, inCorner, wall) => {
  const { ear, shareIn } = opened(inCorner, wall)
  expect(shareIn(isCorner)).toBe(1)
  expect(shareIn(isEar)).toBe(1)
  expect(ear?.share).toEqual(EAR.share)
})

test('without a line of the cheek nothing is opened', () => {
  const { ear, shareIn } = opened(WALL, WALL, [])
  expect(shareIn(isCorner)).toBe(1)
  expect(ear).toBe(EAR)
})
