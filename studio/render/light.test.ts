import { describe, expect, test } from '#tests/support/node-test.ts'
import { fastLinear } from '#studio/picture/color.ts'
import { withRoom } from '#studio/kernels/kernels.ts'
import { createPlane } from '#studio/planes/plane.ts'
import { expose, placeCut } from './light.ts'

type Triple = readonly [number, number, number]

const WIDTH = 32
const HEIGHT = 32
const FACE = [178, 128, 100] as const
const EVEN = { exposure: 1, balance: [1, 1, 1] as [number, number, number] }

interface Case {
  gains: Triple
  /** How far the map says skin. */
  skin: number
  balance?: [number, number, number]
}

/** Codes, bytes, that one colour has under the gains. */
function exposed(colour: Triple, { gains, skin, balance }: Case): Triple {
  const [across, down] = [WIDTH / 4, HEIGHT / 4]
  const toned = createPlane(across, down)
  toned.data.fill(skin)
  const colours = new Uint8Array(WIDTH * HEIGHT * 3)
  for (let at = 0; at < colours.length; at += 3) colours.set(colour, at)
  const size = { width: WIDTH, height: HEIGHT }
  const alpha = new Uint8Array(WIDTH * HEIGHT).fill(255)
  const cut = { ...size, colours, alpha, mesh: new Float32Array(0), headShare: 0.5 }
  return withRoom((room) => {
    const { planes } = expose(room, placeCut(room, cut), {
      gains,
      light: createPlane(across / 2, down / 2),
      trim: { ...EVEN, balance: balance ?? EVEN.balance },
      skin: { whole: toned, toned, face: toned.data },
      tone: [fastLinear(FACE[0] / 255), fastLinear(FACE[1] / 255), fastLinear(FACE[2] / 255)],
    })
    const middle = (at: (typeof planes)[number]) => 255 * (room.takeFloats(at, 600)[520] ?? 0)
    return [middle(planes[0]), middle(planes[1]), middle(planes[2])]
  })
}

/** Blue over red. */
const coolness = ([red, , blue]: Triple) => blue / red

describe('expose', () => {
  const toBlue = [0.88, 1.01, 1.26] as const
  const toRed = [1.2, 0.96, 0.8] as const

  test.each([
    ['a white shirt', [200, 200, 200], toBlue],
    ['a pale blue shirt', [180, 195, 215], toBlue],
    ['a navy suit', [30, 36, 60], toBlue],
    ['a black jacket', [16, 16, 16], toBlue],
    ['a cream shirt', [215, 205, 185], toRed],
  ] as const)('leaves %s its colour', (_, colour, gains) => {
    expect(coolness(exposed(colour, { gains, skin: 0 }))).toBeCloseTo(coolness(colour), 1)
  })

  test('takes a cast off a white shirt, and no farther', () => {
    const yellow = coolness(exposed([210, 200, 170], { gains: toBlue, skin: 0 }))
    expect(yellow).toBeGreaterThan(coolness([210, 200, 170]) + 0.06)
    expect(yellow).toBeLessThan(1.01)
  })

  test('brings skin all of the way', () => {
    const [red, , blue] = exposed(FACE, { gains: toBlue, skin: 1 })
    expect(fastLinear(red / 255) / fastLinear(FACE[0] / 255)).toBeCloseTo(toBlue[0], 1)
    expect(fastLinear(blue / 255) / fastLinear(FACE[2] / 255)).toBeCloseTo(toBlue[2], 1)
  })

  test('a grey gleam on skin that is made less yellow does not turn blue', () => {
    const gleam = [206, 196, 190] as const
    const shone = exposed(gleam, { gains: toBlue, skin: 1 })
    expect(coolness(shone)).toBeGreaterThanOrEqual(coolness(gleam) - 0.01)
    expect(coolness(shone)).toBeLessThan(1)
  })

  test('the skin’s soft edge does not colour a collar', () => {
    const edge = { gains: [1, 1, 1] as const, skin: 0.6, balance: [1.2, 1, 0.8] as [number, number, number] }
    expect(coolness(exposed([220, 222, 224], edge))).toBeCloseTo(224 / 220, 2)
    expect(coolness(exposed(FACE, edge))).toBeLessThan(0.95 * coolness(FACE))
  })
})
