import { expect, test } from '#tests/support/node-test.ts'
import type { Plane } from '#studio/picture/raster.ts'
import { isolate } from './trimap.ts'
import { disc, type Shape } from './shapes.fixture.ts'

const WIDTH = 200
const HEIGHT = 240
const head = { centreX: 200, eyeY: 180, chinY: 260, faceHeight: 120, face: new Float32Array() }

const box =
  (left: number, top: number, right: number, bottom: number): Shape =>
  (x, y) =>
    x >= left && x < right && y >= top && y < bottom

const face = disc(100, 95, 34)
const subject = [disc(100, 90, 45), box(85, 120, 115, 170), disc(100, 230, 75)]

/** What is left of a person the net is sure of, with `more` beside it; the planes are the matte's half size. */
function outlineWith(...more: Shape[]) {
  const paint = (shapes: readonly Shape[]) =>
    Float32Array.from({ length: WIDTH * HEIGHT }, (_, i) =>
      shapes.some((shape) => shape(i % WIDTH, Math.floor(i / WIDTH))) ? 1 : 0,
    )
  const person: Plane = { width: WIDTH, height: HEIGHT, data: paint([...subject, ...more]) }
  const outline = isolate(person, head, paint([face]), new Uint8Array(WIDTH * HEIGHT))
  return (x: number, y: number) => outline[y * WIDTH + x]
}

test('the person with the face stays whole', () => {
  const at = outlineWith()
  expect([at(100, 60), at(100, 145), at(100, 200), at(60, 220)]).toEqual([1, 1, 1, 1])
})

test('somebody who stands apart is taken out', () => {
  const at = outlineWith(disc(180, 80, 18))
  expect([at(180, 80), at(100, 60)]).toEqual([0, 1])
})

test('somebody cut off by the side of the picture is taken out, though a shoulder touches', () => {
  const at = outlineWith(disc(190, 90, 22), box(150, 88, 175, 92), box(145, 88, 150, 180))
  expect([at(190, 90), at(100, 60), at(100, 200)]).toEqual([0, 1, 1])
})

test('also when the two have grown together broadly', () => {
  const at = outlineWith(disc(190, 90, 26), box(140, 78, 175, 92))
  expect([at(190, 90), at(100, 60), at(100, 200)]).toEqual([0, 1, 1])
  // The own outline is where it was, an ear beside the seam included.
  expect(at(143, 95)).toBe(1)
})

test('long hair that reaches the side stays', () => {
  const at = outlineWith(disc(100, 90, 99))
  expect([at(5, 90), at(195, 90), at(100, 200)]).toEqual([1, 1, 1])
})

test('a bun on a narrow neck of hair stays: it is not at the side', () => {
  const at = outlineWith(disc(100, 24, 14), box(97, 34, 103, 50))
  expect(at(100, 24)).toBe(1)
})

test('a strand that is known stays, though a seam of doubt parts it from the head', () => {
  const strand = box(149, 70, 159, 140)
  const seam = box(143, 70, 149, 90)
  const at = (certain: boolean) => {
    const data = Float32Array.from({ length: WIDTH * HEIGHT }, (_, i) => {
      const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)]
      if ([...subject, strand].some((shape) => shape(x, y))) return 1
      return seam(x, y) ? 0.6 : 0
    })
    const oval = data.map((_, i) => (face(i % WIDTH, Math.floor(i / WIDTH)) ? 1 : 0))
    const strands = Uint8Array.from(data, (_, i) =>
      certain && strand(i % WIDTH, Math.floor(i / WIDTH)) ? 1 : 0,
    )
    return isolate({ width: WIDTH, height: HEIGHT, data }, head, oval, strands)[120 * WIDTH + 154]
  }
  expect([at(true), at(false)]).toEqual([1, 0])
})
