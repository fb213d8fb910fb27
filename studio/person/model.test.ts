import { describe, expect, test } from '@jest/globals'
import { drawnSelfie } from './drawn-person.fixture.ts'
import { buildModel, pixelsOf } from './model.ts'
import { decodeModel, encodeModel, PersonModelError } from './model-file.ts'

const TONE = { l: 58, a: 14, b: 19 }
const small = (id: string, tone: typeof TONE, seed = 1) => drawnSelfie(id, tone, seed, 1 / 8)
const unwarned = { warnings: [] }

describe('buildModel', () => {
  test('ranks the straight look before the turned one and the warned', () => {
    const turned = { ...small('turned', TONE), yawDeg: 24 }
    const straight = small('straight', TONE)
    const warned = small('warned', TONE)
    const model = buildModel([turned, warned, straight], [unwarned, { warnings: ['noisy'] }, unwarned])
    expect(model.selfies.map(({ id }) => id)).toEqual(['straight', 'warned', 'turned'])
  })

  test('one dark selfie does not darken the person', () => {
    const light = ['a', 'b', 'c'].map((id) => small(id, TONE))
    const dark = small('d', { l: 30, a: 12, b: 14 })
    const alone = buildModel(light, []).skin
    expect(Math.abs(buildModel([...light, dark], []).skin.l - alone.l)).toBeLessThan(3)
  })

  test('the centroid has length one and refuses nobody', () => {
    const model = buildModel([small('a', TONE, 1), small('b', TONE, 2)], [])
    expect(Math.hypot(...model.centroid)).toBeCloseTo(1, 5)
    expect(() => buildModel([], [])).toThrow(RangeError)
  })
})

describe('model file', () => {
  test('gives the same bytes twice and comes back as it was', async () => {
    const model = buildModel([small('a', TONE, 1), small('b', TONE, 2)], [])
    const bytes = await encodeModel(model)
    expect(Buffer.compare(await encodeModel(model), bytes)).toBe(0)
    const back = decodeModel(bytes)
    expect(back.skin).toEqual(model.skin)
    expect(back.centroid).toEqual(model.centroid)
    expect(back.cohesion).toEqual(model.cohesion)
    expect(back.selfies.map(({ pixels: _, ...rest }) => rest)).toEqual(
      model.selfies.map(({ pixels: _, ...rest }) => rest),
    )
    expect(Buffer.compare(await encodeModel(back), bytes)).toBe(0)
  })

  test('keeps alpha exactly and colours to within what nobody sees', async () => {
    const selfie = small('a', TONE)
    const back = decodeModel(await encodeModel(buildModel([selfie], [])))
    const [first] = back.selfies
    if (!first) throw new Error('the model lost its selfie')
    const { alpha, foreground } = await pixelsOf(first)
    expect(Buffer.compare(alpha, selfie.alpha)).toBe(0)
    let error = 0
    foreground.forEach((value, i) => (error += Math.abs(value - (selfie.foreground[i] ?? 0))))
    // JPEG at quality 97 with full chroma: about one code value on noise.
    expect(error / foreground.length).toBeLessThan(1.5)
  })

  test('says no to bytes that are no model, cut off, or of another version', async () => {
    const bytes = await encodeModel(buildModel([small('a', TONE)], []))
    const other = Uint8Array.from(bytes)
    other[4] = 99
    const torn = Uint8Array.from(bytes)
    torn[20] = 0
    for (const bad of [
      new Uint8Array(0),
      new Uint8Array(500),
      bytes.subarray(0, bytes.length - 9),
      other,
      torn,
    ]) {
      expect(() => decodeModel(bad)).toThrow(PersonModelError)
    }
  })
})
