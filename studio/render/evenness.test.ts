import { test } from 'node:test'
import { expect } from 'expect'
import { createPlane } from '#studio/planes/plane.ts'
import { testEach } from '#tests/support/each.ts'
import { heldBack } from './evenness.ts'

const SIDE = 60
const FACE = SIDE / 2
const SHADE = Math.log(0.15)

interface Scene {
  sun: number
  share: number
  gain?: number
  exposure?: number
}

/** Gains of a face above and a shoulder below it, whose light is `sun` over the face's, ln, and whose colour is the skin's by `share`. */
function gainsOf({ sun, share, gain = 0, exposure = 0 }: Scene) {
  const below = (value: number, else_: number) =>
    Float32Array.from({ length: SIDE * SIDE }, (_, i) => (i < FACE * SIDE ? else_ : value))
  const { data } = heldBack(createPlane(SIDE, SIDE, gain), {
    logLuminance: below(SHADE + sun, SHADE),
    cover: below(1, 1),
    share: below(share, 1),
    exposure,
    skin: Array.from({ length: FACE * SIDE }, (_, i) => i),
    face: below(0, 1),
    unit: SIDE / 2,
  })
  const at = (row: number) => data[row * SIDE + SIDE / 2] ?? 0
  return { face: at(8), jaw: at(FACE - 1), shoulder: at(SIDE - 10), data, at }
}

test('a shoulder in the sun comes back towards the face', () => {
  const { face, shoulder } = gainsOf({ sun: 1.2, share: 1 })
  expect(face).toBeCloseTo(0, 3)
  expect(shoulder).toBeLessThan(-0.35)
  expect(shoulder).toBeGreaterThan(-1)
})

testEach([
  ['modelling', { sun: 0.25, share: 1 }],
  ['a shoulder in the shade', { sun: -1, share: 1 }],
  ['a white shirt', { sun: 1.2, share: 0 }],
])('%s is left', (_, scene) => {
  expect(gainsOf({ ...scene, gain: 0.1 }).shoulder).toBeCloseTo(0.1, 2)
})

test('white hair that was lit from behind is not burnt when the face is lifted', () => {
  const { face, shoulder } = gainsOf({ sun: 1.7, share: 0, exposure: 0.9 })
  expect(face).toBeCloseTo(0, 3)
  expect(shoulder).toBeLessThan(-0.3)
})

test('the field has no edge', () => {
  const { at } = gainsOf({ sun: 1.2, share: 1 })
  for (let row = 1; row < SIDE; row++) expect(Math.abs(at(row) - at(row - 1))).toBeLessThan(0.35)
})
