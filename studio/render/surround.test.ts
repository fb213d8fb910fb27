import { describe, test } from 'node:test'
import { expect } from 'expect'
import type { PlaceLight } from '#studio/plates/plate.ts'
import { surroundOf } from './surround.ts'

const SIDE = 24
const COUNT = SIDE * SIDE

/** A face like a pillar: turned to the left on its left, to the viewer in its middle. */
const across = (i: number) => 1.6 * (((i % SIDE) + 0.5) / SIDE - 0.5)
const pillar = {
  width: SIDE,
  height: SIDE,
  unit: 12,
  x: Float32Array.from({ length: COUNT }, (_, i) => across(i)),
  y: new Float32Array(COUNT),
  z: Float32Array.from({ length: COUNT }, (_, i) => Math.sqrt(1 - across(i) ** 2)),
  face: new Float32Array(COUNT).fill(1),
}
const skin = Array.from({ length: COUNT }, (_, i) => i)

const GREY = [1, 1, 1] as const
const EVEN: PlaceLight = { left: GREY, right: GREY, up: GREY, down: GREY, front: GREY, behind: GREY }
const WINDOW: PlaceLight = { ...EVEN, left: [2, 2, 2], right: [0.4, 0.4, 0.4] }

/** What code values in the middle of a row are multiplied by, per channel, at shares of its length. */
function gainsAt(light: PlaceLight, shares: readonly number[], personEv = 0, onPerson = 1) {
  const { gains } = surroundOf(pillar, light, skin, { onPerson, personEv })
  const row = (SIDE / 2) * SIDE
  return shares.map((share) => gains.map(({ data }) => data[row + Math.floor(share * SIDE)] ?? 0))
}

describe('surroundOf', () => {
  test('even light changes nothing', () => {
    for (const gain of gainsAt(EVEN, [0.1, 0.5, 0.9]).flat()) expect(gain).toBeCloseTo(1, 3)
  })

  test('light from the left shades the right, and the lit part keeps its own', () => {
    const [left = [], middle = [], right = []] = gainsAt(WINDOW, [0.1, 0.7, 0.95])
    expect(left[1]).toBeGreaterThan(1)
    expect(left[1]).toBeLessThan(1.2)
    expect(middle[1]).toBeGreaterThan(0.85)
    expect(right[1]).toBeLessThan(0.86)
    expect(right[1]).toBeGreaterThan(0.7)
  })

  test('the strength scales the effect', () => {
    const [wanted = []] = gainsAt(WINDOW, [0.95])
    const [little = []] = gainsAt(WINDOW, [0.95], 0, 0.3)
    expect(little[1]).toBeGreaterThan(wanted[1] ?? 1)
    expect(little[1]).toBeLessThan(1)
  })

  test('dusk lowers the light: one stop halves it', () => {
    const [[gain = 0] = []] = gainsAt(EVEN, [0.5], -1)
    expect(gain ** 2.2).toBeCloseTo(0.5, 2)
  })

  test('a warm window and a cool room colour their own sides, and skin keeps its mean colour', () => {
    const mixed: PlaceLight = { ...EVEN, left: [2, 1.6, 1.2], right: [0.5, 0.6, 0.8] }
    const [left = [], , right = []] = gainsAt(mixed, [0.05, 0.5, 0.95])
    expect(left[0]).toBeGreaterThan(left[2] ?? 0)
    expect(right[2]).toBeGreaterThan(right[0] ?? 0)
    const { gains } = surroundOf(pillar, mixed, skin, { onPerson: 1, personEv: 0 })
    const mean = gains.map(({ data }) => data.reduce((sum, value) => sum + value, 0) / COUNT)
    expect((mean[0] ?? 0) / (mean[2] ?? 1)).toBeGreaterThan(0.97)
    expect((mean[0] ?? 0) / (mean[2] ?? 1)).toBeLessThan(1.05)
  })

  test('the rim light has the colour of the background', () => {
    const { rim } = surroundOf(pillar, { ...EVEN, behind: [4, 2, 1] }, skin, { onPerson: 1, personEv: 0 })
    expect(rim[0] / rim[1]).toBeCloseTo(2, 5)
    expect(rim[0] / rim[2]).toBeCloseTo(4, 5)
  })
})
