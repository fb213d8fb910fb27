import { describe, expect, test } from '#tests/support/node-test.ts'
import { createPlane } from '#studio/planes/plane.ts'
import { holdExtremes } from './extremes.ts'
import type { Surround } from './surround.ts'

describe('holdExtremes', () => {
  const [DIM, BRIGHT] = [0.1, 0.6].map((light): Surround => {
    const side = [light, light, light] as const
    return { left: side, right: side }
  }) as [Surround, Surround]

  const lightOn = (logLuminance: number, toned: number, surround = BRIGHT) => {
    const light = {
      gain: createPlane(2, 1),
      logLuminance: Float32Array.of(-1, logLuminance),
      skin: Float32Array.of(1, 0),
      toned: Float32Array.of(1, toned),
      cover: Float32Array.of(1, 1),
      unit: 1,
    }
    return (lift: number) => {
      holdExtremes(light, lift, surround)
      return light.gain.data[1] ?? 0
    }
  }

  test.each([
    ['white hair takes little of a lift', 0.2, 0, 0.4, -0.36],
    ['a forehead a little brighter than the face takes all of it', -0.8, 1, 0.4, 0],
    ['a dark suit takes all of it', -3.5, 0, 0.4, 0],
    ['a dark suit takes little of a lowering', -3.5, 0, -0.4, 0.36],
    ['a dark suit’s shirt takes all of it', 0.2, 0, -0.4, 0],
    ['a neck in deep shade takes all of it', -3.5, 1, -0.4, 0],
  ] as const)('%s', (_, logLuminance, toned, lift, gain) => {
    expect(lightOn(logLuminance, toned)(lift)).toBeCloseTo(gain, 2)
  })

  test.each([
    [0.4, BRIGHT],
    [0.85, BRIGHT],
    [1.4, DIM],
  ])('what is brighter stays so under a lift of %d', (lift, surround) => {
    const lit = [-0.8, -0.6, -0.4, -0.2, 0, 0.2, 0.4].map(
      (light) => light + lightOn(light, 0, surround)(lift),
    )
    lit.slice(1).forEach((light, i) => expect(light - (lit[i] ?? 0)).toBeGreaterThan(0.02))
  })

  test.each([
    ['comes near white in a bright room', BRIGHT, 0.75, 0.95],
    ['does not glow in a dim one', DIM, 0.6, 0.72],
  ] as const)('a white shirt in the light of a dim face %s', (_, surround, least, most) => {
    // Shirt and face of luminance 0.55 and 0.13; the face is lifted to the tone of pale skin.
    const light = {
      gain: createPlane(2, 1),
      logLuminance: Float32Array.of(Math.log(0.13), Math.log(0.55)),
      skin: Float32Array.of(1, 0),
      toned: Float32Array.of(1, 0),
      cover: Float32Array.of(1, 1),
      unit: 1,
    }
    holdExtremes(light, 0.8, surround)
    const shirt = 0.55 * Math.exp(0.8 + (light.gain.data[1] ?? 0))
    expect(shirt).toBeGreaterThan(least)
    expect(shirt).toBeLessThan(most)
  })

  /** Log luminance of a face beside hair that alternates between two, by columns, after holding. */
  const strandsAfter = (dark: number, pale: number, lift: number) => {
    const [width, height, face] = [48, 24, 12]
    const gain = createPlane(width, height)
    const at = (i: number) => i % width
    const logLuminance = Float32Array.from(gain.data, (_, i) =>
      at(i) < face ? -2 : at(i) % 4 < 2 ? dark : pale,
    )
    const skin = Float32Array.from(gain.data, (_, i) => (at(i) < face ? 1 : 0))
    holdExtremes({ gain, logLuminance, skin, toned: skin, cover: skin.map(() => 1), unit: 60 }, lift, BRIGHT)
    const lit = (column: number) => {
      const i = 12 * width + column
      return (logLuminance[i] ?? 0) + (gain.data[i] ?? 0) + lift
    }
    return { hairline: lit(13), dark: lit(33), pale: lit(35), face: lit(4) }
  }

  test.each([
    ['grey hair', -1.2, -0.6],
    ['white hair', -0.9, -0.2],
  ])('strands of %s keep their contrast under a lift and stay brighter than the face', (_, dark, pale) => {
    const lit = strandsAfter(dark, pale, 0.85)
    expect(lit.pale - lit.dark).toBeGreaterThan(0.9 * (pale - dark))
    expect(lit.dark).toBeGreaterThan(lit.face)
  })

  test('at the hairline dark strands are held less than within the hair: they stay apart from the forehead', () => {
    const { hairline, dark } = strandsAfter(-1.2, -0.4, 0.85)
    expect(hairline).toBeGreaterThan(dark + 0.1)
  })

  test('white hair with strands stays further from white than even cloth of its light', () => {
    const hair = strandsAfter(-0.9, -0.3, 0.85)
    const cloth = strandsAfter(-0.6, -0.6, 0.85)
    expect((hair.pale + hair.dark) / 2).toBeLessThan(cloth.pale - 0.05)
  })

  /** Lift that a bright band of cloth gets along the outline and, as bright and wide, in the middle of the cloth. */
  const bandsLifted = (cloth: number, band: number, lift: number) => {
    const [width, height, face, top] = [80, 40, 12, 8]
    const gain = createPlane(width, height)
    const isFace = (i: number) => i % width < face
    const row = (i: number) => Math.floor(i / width)
    const isBand = (i: number) => [top, top + 1, top + 16, top + 17].includes(row(i))
    const cover = Float32Array.from(gain.data, (_, i) => (isFace(i) || row(i) >= top ? 1 : 0))
    const logLuminance = Float32Array.from(gain.data, (_, i) =>
      cover[i] === 0 ? -6.2 : isFace(i) ? -2 : isBand(i) ? band : cloth,
    )
    const skin = Float32Array.from(gain.data, (_, i) => (isFace(i) ? 1 : 0))
    holdExtremes({ gain, logLuminance, skin, toned: skin, cover, unit: 60 }, lift, BRIGHT)
    const lifted = (y: number) => lift + (gain.data[y * width + 50] ?? 0)
    return { outline: lifted(top), inside: lifted(top + 16), cloth: lifted(top + 24) }
  }

  test('light of the old background along the outline of dark cloth takes none of a lift, its folds do', () => {
    const { outline, inside, cloth } = bandsLifted(-4, -1.4, 0.75)
    expect(outline).toBeLessThan(0.1)
    expect(inside).toBeGreaterThan(0.4)
    expect(cloth).toBeCloseTo(0.75, 2)
  })

  test('the outline of pale cloth takes as much of a lift as its inside', () => {
    const { outline, cloth } = bandsLifted(-0.8, -0.8, 0.75)
    expect(outline).toBeCloseTo(cloth, 1)
  })
})
