import { test } from 'node:test'
import { expect } from 'expect'
import { CHIN } from '#studio/person/landmarks.ts'
import { testEach } from '#tests/support/each.ts'
import { colourCells } from './colour-cells.ts'
import { measurePlainCloth } from './dress.ts'
import { CELL, VIEW_SIZE } from '#studio/gate/view.ts'
import type { PictureView } from '#studio/gate/view.ts'

type Paint = (x: number, y: number) => readonly [number, number, number]

const { width, height } = VIEW_SIZE
const FACE_HEIGHT = 200
const NAVY = [28, 36, 62] as const
const FAIR = [222, 178, 150] as const

/** A person who fills the picture below the chin, painted by `paint`. */
function dressed(paint: Paint, { chin = 300, isColour = true } = {}): PictureView {
  const data = new Uint8Array(3 * width * height)
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) data.set(paint(x, y), 3 * (y * width + x))
  const mesh = new Float32Array(3 * 468)
  mesh.set([width / 2, chin, 0], 3 * CHIN)
  const cells = colourCells(data, VIEW_SIZE, CELL)
  const alpha = new Uint8Array(width * height).fill(255)
  return {
    ...VIEW_SIZE,
    data,
    cells,
    isColour,
    mesh,
    faceHeight: FACE_HEIGHT,
    alpha,
    isCut: true,
    person: { ...VIEW_SIZE, data: new Float32Array(0) },
    colours: null,
    source: null,
  }
}

const plain =
  (colour: readonly [number, number, number]): Paint =>
  () =>
    colour
/** Squares of so many pixels in turn. */
const checks =
  (side: number, one: readonly [number, number, number], other: readonly [number, number, number]): Paint =>
  (x, y) =>
    (Math.floor(x / side) + Math.floor(y / side)) % 2 ? one : other

testEach<[string, Paint, number]>([
  ['a navy jacket', plain(NAVY), 1],
  ['a black jumper', plain([14, 14, 15]), 1],
  ['a white blouse', plain([240, 240, 238]), 1],
  ['a grey suit', plain([120, 122, 126]), 1],
  ['fair bare shoulders', plain(FAIR), 0],
  ['deep bare shoulders', plain([84, 56, 42]), 0],
  ['tan knitwear', plain([150, 108, 66]), 0],
  ['a red shirt', plain([190, 40, 36]), 0],
  ['a green one', plain([40, 150, 50]), 0],
  ['a chequered one', checks(8, [30, 30, 32], [225, 225, 225]), 0],
  ['a jacket open over skin', (x) => (x < width / 4 || x >= (3 * width) / 4 ? NAVY : FAIR), 0.5],
])('of %s', (_name, paint, expected) => {
  expect(measurePlainCloth(dressed(paint))).toBeCloseTo(expected, 1)
})

test('grey pictures and pictures that end under the chin give null', () => {
  expect(measurePlainCloth(dressed(plain(NAVY), { isColour: false }))).toBeNull()
  expect(measurePlainCloth(dressed(plain(NAVY), { chin: height - 74 }))).toBeNull()
})
