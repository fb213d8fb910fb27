import { expect, test } from '#tests/support/node-test.ts'
import type { Plane } from '#studio/picture/raster.ts'
import type { Guide } from './laplacian.ts'
import { addStrands } from './strands.ts'
import { disc, type Shape } from './shapes.fixture.ts'

const WIDTH = 300
const HEIGHT = 360
/** In pixels of the whole picture; the planes are half of it. */
const head = { centreX: 300, eyeY: 240, chinY: 400, faceHeight: 240, face: new Float32Array() }

const face = disc(150, 145, 50)
const skull = disc(150, 120, 72)
const shoulders = disc(150, 400, 150)
const braid: Shape = (x, y) => x > 74 && x < 84 && y >= 130 && y < 275

/** A dark-haired head before a pale wall; `hair` is drawn in the hair's colour, the net sees head and shoulders. */
function strandsWith(...hair: Shape[]) {
  const planes: Guide['planes'] = [
    new Float32Array(WIDTH * HEIGHT),
    new Float32Array(WIDTH * HEIGHT),
    new Float32Array(WIDTH * HEIGHT),
  ]
  const person: Plane = { width: WIDTH, height: HEIGHT, data: new Float32Array(WIDTH * HEIGHT) }
  const oval = new Float32Array(WIDTH * HEIGHT)
  for (let i = 0; i < oval.length; i++) {
    const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)]
    const colour = face(x, y)
      ? [0.75, 0.55, 0.45]
      : skull(x, y) || hair.some((shape) => shape(x, y))
        ? [0.15, 0.11, 0.09]
        : shoulders(x, y)
          ? [0.8, 0.65, 0.2]
          : [0.85, 0.86, 0.84]
    planes.forEach((plane, c) => (plane[i] = colour[c] ?? 0))
    oval[i] = face(x, y) ? 1 : 0
    person.data[i] = skull(x, y) || shoulders(x, y) ? 1 : 0
  }
  const certain = addStrands({ width: WIDTH, height: HEIGHT, planes }, person, head, oval)
  return { at: (x: number, y: number) => person.data[y * WIDTH + x] ?? 0, certain }
}

test('a thin braid the net misses is won back', () => {
  const { at, certain } = strandsWith(braid)
  expect(at(79, 200)).toBeGreaterThan(0.9)
  expect(at(79, 255)).toBeGreaterThan(0.9)
  expect(at(60, 200)).toBe(0)
  expect(certain[200 * WIDTH + 79]).toBe(1)
})

test("what has the hair's colours beside the arms says nothing of a braid", () => {
  const { at } = strandsWith(braid, (x, y) => x > 10 && x < 50 && y > 290)
  expect(at(79, 200)).toBeGreaterThan(0.9)
})

test.each<[string, Shape[]]>([
  ['hangs on no head', [(x, y) => x > 24 && x < 34 && y >= 140 && y < 275]],
  ['ends above the chin', [(x, y) => x > 74 && x < 84 && y >= 130 && y < 190]],
  ['is as wide as a curtain', [(x, y) => x > 40 && x < 84 && y >= 130 && y < 275]],
  ['has its colours all over the wall', [braid, (x, y) => x > 200 && y >= 130 && y % 24 < 8]],
])('what %s is no strand', (_, shapes) => {
  expect(strandsWith(...shapes).certain.includes(1)).toBe(false)
})
