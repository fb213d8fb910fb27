import { describe, expect, test } from '#tests/support/node-test.ts'
import { fastLinear, luminance } from '#studio/color.ts'
import { withRoom } from '#studio/kernels/kernels.ts'
import { createPlane } from '#studio/planes/plane.ts'
import { expose, placeCut } from './light.ts'
import type { Surround } from './surround.ts'

type Triple = readonly [number, number, number]

const WIDTH = 32
const HEIGHT = 32
const FACE = [178, 128, 100] as const
const EVEN = { exposure: 1, balance: [1, 1, 1] as [number, number, number] }

const GREY: Surround = { left: [0.4, 0.4, 0.4], right: [0.4, 0.4, 0.4] }

interface Case {
  gains: Triple
  surround?: Surround
  /** How far the map says skin. */
  skin: number
  balance?: [number, number, number]
}

/** Codes, bytes, that one colour has under the gains. */
function exposed(colour: Triple, { gains, skin, balance, surround = GREY }: Case): Triple {
  const [across, down] = [WIDTH / 4, HEIGHT / 4]
  const toned = createPlane(across, down)
  toned.data.fill(skin)
  const colours = new Uint8Array(WIDTH * HEIGHT * 3)
  for (let at = 0; at < colours.length; at += 3) colours.set(colour, at)
  const size = { width: WIDTH, height: HEIGHT }
  const alpha = new Uint8Array(WIDTH * HEIGHT).fill(255)
  const cut = { ...size, colours, alpha, mesh: new Float32Array(0), scale: 1, headShare: 0.5 }
  return withRoom((room) => {
    const gain = createPlane(across / 2, down / 2)
    const none = new Float32Array(0)
    const light = { gain, logLuminance: none, skin: none, toned: none, cover: none, unit: 1 }
    const { planes } = expose(room, placeCut(room, cut), {
      gains,
      light,
      trim: { ...EVEN, balance: balance ?? EVEN.balance },
      skin: { whole: toned, toned, face: toned.data },
      tone: [fastLinear(FACE[0] / 255), fastLinear(FACE[1] / 255), fastLinear(FACE[2] / 255)],
      surround,
    })
    const middle = (at: (typeof planes)[number]) => 255 * (room.takeFloats(at, 600)[520] ?? 0)
    return [middle(planes[0]), middle(planes[1]), middle(planes[2])]
  })
}

/** Blue over red. */
const coolness = ([red, , blue]: Triple) => blue / red

/** Red and blue beyond luminance, in linear light: angle in radians, and length. */
function opponents(colour: Triple): { hue: number; chroma: number } {
  const [r, g, b] = [fastLinear(colour[0] / 255), fastLinear(colour[1] / 255), fastLinear(colour[2] / 255)]
  const light = luminance(r, g, b)
  return { hue: Math.atan2(b / light - 1, r / light - 1), chroma: Math.hypot(r / light - 1, b / light - 1) }
}

describe('expose', () => {
  const toBlue = [0.88, 1.01, 1.26] as const
  const toRed = [1.2, 0.96, 0.8] as const
  const slightlyRed = [1.06, 0.98, 0.98] as const

  test.each([
    ['a white shirt', [200, 200, 200], toBlue],
    ['a pale blue shirt', [180, 195, 215], toBlue],
    ['a navy suit', [30, 36, 60], toBlue],
    ['a black jacket', [16, 16, 16], toBlue],
    ['a cream shirt', [215, 205, 185], toRed],
    ['a pale blue shirt under nearly the same light', [180, 195, 215], slightlyRed],
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

  const LIPS = [186, 107, 106] as const

  test.each([
    ['less yellow', toBlue],
    ['a little redder', slightlyRed],
  ] as const)('lips turn and pale no more than the face that is made %s', (_, gains) => {
    const change = (colour: Triple) => {
      const [from, to] = [opponents(colour), opponents(exposed(colour, { gains, skin: 1 }))]
      return { turned: to.hue - from.hue, scaled: to.chroma / from.chroma }
    }
    const [lips, face] = [change(LIPS), change(FACE)]
    expect(lips.turned).toBeCloseTo(face.turned, 1)
    expect(lips.scaled).toBeCloseTo(face.scaled, 1)
  })

  test('a strong cast is taken off lips channel by channel', () => {
    const fromRed = [0.7, 1.05, 1.5] as const
    const [red, , blue] = exposed(LIPS, { gains: fromRed, skin: 1 })
    expect(fastLinear(red / 255) / fastLinear(LIPS[0] / 255)).toBeCloseTo(fromRed[0], 1)
    expect(fastLinear(blue / 255) / fastLinear(LIPS[2] / 255)).toBeCloseTo(fromRed[2], 1)
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

  test.each([
    ['cloth, by a trace', [200, 200, 200], 0, 0.015, 0.06],
    ['skin, much less', FACE, 1, 0.005, 0.05],
  ] as const)('a warm room tints %s', (_, colour, skin, least, most) => {
    const warm = [0.5, 0.28, 0.15] as const
    const lit = (surround: Surround) => exposed(colour, { gains: [1, 1, 1], skin, surround })
    const warmer = 1 - coolness(lit({ left: warm, right: warm })) / coolness(lit(GREY))
    expect(warmer).toBeGreaterThan(least)
    expect(warmer).toBeLessThan(most)
  })
})
