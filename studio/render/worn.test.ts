import { test } from 'node:test'
import { expect } from 'expect'
import { labOf, toLinear } from '#studio/picture/color.ts'
import { drawnMesh } from '#studio/model/drawn-person.fixture.ts'
import { wornIn } from './worn.ts'

const WIDTH = 160
const HEIGHT = 200
const SKIN = [180, 130, 100] as const
const SHIRT = [40, 60, 120] as const
const HAIR = [0.1, 0.08, 0.05] as const

const linear = (code: number) => toLinear(code / 255)
const skin = labOf(linear(SKIN[0]), linear(SKIN[1]), linear(SKIN[2]))

/** A head of skin, and below it a shirt with an open collar, from one row on. */
function cutWith(shirtFrom: number) {
  const colours = new Uint8Array(WIDTH * HEIGHT * 3)
  for (let i = 0; i < WIDTH * HEIGHT; i++) {
    const isShirt = Math.floor(i / WIDTH) >= shirtFrom && Math.abs((i % WIDTH) - WIDTH / 2) > 20
    colours.set(isShirt ? SHIRT : SKIN, 3 * i)
  }
  const alpha = new Uint8Array(WIDTH * HEIGHT).fill(255)
  return {
    width: WIDTH,
    height: HEIGHT,
    colours,
    alpha,
    mesh: drawnMesh(80, 60, 80),
    headShare: 0.5,
    showsHand: false,
  }
}

test("the clothes' colour is measured on cloth, not on the neck between, under the exposure", () => {
  const { cloth, hair } = wornIn(cutWith(110), { hair: HAIR, skin, level: 2 })
  SHIRT.forEach((code, c) => expect(cloth?.[c]).toBeCloseTo(2 * linear(code), 2))
  expect(hair).toEqual([0.2, 0.16, 0.1])
})

test("bare shoulders give no clothes' colour", () => {
  expect(wornIn(cutWith(HEIGHT), { hair: HAIR, skin, level: 1 }).cloth).toBeNull()
})
