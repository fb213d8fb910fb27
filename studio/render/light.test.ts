import { describe, test } from 'node:test'
import { expect } from 'expect'
import { fastCode, fastLinear } from '#studio/picture/color.ts'
import { withRoom } from '#studio/kernels/kernels.ts'
import { createPlane } from '#studio/planes/plane.ts'
import { testEach } from '#tests/support/each.ts'
import { expose, placeCut, shouldered } from './light.ts'

type Triple = readonly [number, number, number]

const WIDTH = 32
const HEIGHT = 32
const FACE = [178, 128, 100] as const
interface Case {
  /** Gains of skin. */
  channels: Triple
  exposure?: number
}

/** Codes, bytes, that one colour has under the balance. */
function exposed(colour: Triple, { channels, exposure = 1 }: Case): Triple {
  const colours = new Uint8Array(WIDTH * HEIGHT * 3)
  for (let at = 0; at < colours.length; at += 3) colours.set(colour, at)
  const size = { width: WIDTH, height: HEIGHT }
  const alpha = new Uint8Array(WIDTH * HEIGHT).fill(255)
  const cut = { ...size, colours, alpha, mesh: new Float32Array(0), headShare: 0.5, showsHand: false }
  return withRoom((room) => {
    const { planes } = expose(room, placeCut(room, cut), {
      light: createPlane(WIDTH / 8, HEIGHT / 8),
      balance: { exposure, channels: [...channels] },
      tone: linearOf(FACE),
    })
    const middle = (at: (typeof planes)[number]) => 255 * (room.takeFloats(at, 600)[520] ?? 0)
    return [middle(planes[0]), middle(planes[1]), middle(planes[2])]
  })
}

const linearOf = ([r, g, b]: Triple): [number, number, number] => [
  fastLinear(r / 255),
  fastLinear(g / 255),
  fastLinear(b / 255),
]

/** Blue over red. */
const coolness = ([red, , blue]: Triple) => blue / red

describe('expose', () => {
  const toBlue = [0.88, 1.01, 1.26] as const
  const toRed = [1.2, 0.96, 0.8] as const

  testEach([
    ['a white shirt', [200, 200, 200], toBlue],
    ['a pale blue shirt', [180, 195, 215], toBlue],
    ['a navy suit', [30, 36, 60], toBlue],
    ['a black jacket', [16, 16, 16], toBlue],
    ['a cream shirt', [215, 205, 185], toRed],
  ] as const)('leaves %s its colour', (_, colour, channels) => {
    expect(coolness(exposed(colour, { channels }))).toBeCloseTo(coolness(colour), 1)
  })

  test('takes a cast off a white shirt, and no farther', () => {
    const yellow = coolness(exposed([210, 200, 170], { channels: toBlue }))
    expect(yellow).toBeGreaterThan(coolness([210, 200, 170]) + 0.06)
    expect(yellow).toBeLessThan(1.01)
  })

  test('brings skin all of the way, anywhere in the picture', () => {
    const [red, , blue] = exposed(FACE, { channels: toBlue })
    expect(fastLinear(red / 255) / fastLinear(FACE[0] / 255)).toBeCloseTo(toBlue[0], 1)
    expect(fastLinear(blue / 255) / fastLinear(FACE[2] / 255)).toBeCloseTo(toBlue[2], 1)
  })

  test('a grey gleam on skin that is made less yellow does not turn blue', () => {
    const gleam = [206, 196, 190] as const
    const shone = exposed(gleam, { channels: toBlue })
    expect(coolness(shone)).toBeGreaterThanOrEqual(coolness(gleam) - 0.01)
    expect(coolness(shone)).toBeLessThan(1.01)
  })

  testEach([
    ['white hair', [226, 224, 220]],
    ['grey hair', [120, 118, 117]],
    ['a grey beard', [92, 88, 86]],
  ] as const)('%s keeps its white while skin turns red or pale', (_, hair) => {
    expect(coolness(exposed(hair, { channels: toRed }))).toBeGreaterThan(coolness(hair) - 0.03)
    expect(coolness(exposed(hair, { channels: toBlue }))).toBeLessThan(1.01)
  })

  test('fair hair goes with the skin: its ends as far as its middle', () => {
    const change = (colour: Triple) => coolness(exposed(colour, { channels: toBlue })) / coolness(colour)
    const [middle, ends] = [change([205, 165, 110]), change([150, 112, 62])]
    expect(Math.abs(ends / middle - 1)).toBeLessThan(0.04)
    expect(middle).toBeCloseTo(change(FACE), 1)
  })

  test('pale fair hair in warm light turns white, not pink', () => {
    const [r, g, b] = exposed([236, 216, 172], { channels: [0.9, 1, 1.4] })
    expect(r - g).toBeLessThan(20)
    expect(g).toBeGreaterThanOrEqual(b - 1)
  })

  test('a shoulder in the sun is rolled off without turning yellow or white', () => {
    const sunny = [244, 190, 160] as const
    const warmth = ([r, g]: Triple) => fastLinear(r / 255) / fastLinear(g / 255)
    const lifted = exposed(sunny, { channels: [1, 1, 1], exposure: 1.8 })
    expect(lifted[0]).toBeLessThan(255)
    expect(warmth(lifted)).toBeGreaterThan(1 + 0.65 * (warmth(sunny) - 1))
  })
})

test('a sample is rolled off as the picture is', () => {
  const [red, green, blue] = exposed([244, 190, 160], { channels: [1, 1, 1], exposure: 1.8 })
  const sample = Float32Array.from(linearOf([244, 190, 160]), (value) => 1.8 * value)
  shouldered(sample)
  const [r = 0, g = 0, b = 0] = sample.map(fastCode)
  expect(255 * r).toBeCloseTo(red, 0)
  expect(255 * g).toBeCloseTo(green, 0)
  expect(255 * b).toBeCloseTo(blue, 0)
})
