import { describe, test } from 'node:test'
import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { drawnSelfie } from './drawn-person.fixture.ts'
import { PersonModelError } from './blob-file.ts'
import { buildModel } from './model.ts'
import type { PersonModel } from './model.ts'
import { pixelsOf } from './pixels.ts'
import type { PreparedSelfie } from './selfie-file.ts'
import { decodeModel, encodeModel, isCurrentModel } from './model-file.ts'
import { decodePrepared, encodePrepared } from './selfie-file.ts'

const TONE = { l: 58, a: 14, b: 19 }
const small = (id: string, tone: typeof TONE, seed = 1) => drawnSelfie(id, tone, seed, 1 / 8)
const unwarned = { warnings: [] }

/** A face half as bright, before a bright background. */
function inShade({ skin }: PreparedSelfie): Partial<PreparedSelfie> {
  const dark = { ...skin, lab: { ...skin.lab, l: 42 }, luminance: skin.luminance / 2 }
  return { skin: dark, surroundLuminance: 0.7 }
}

describe('buildModel', () => {
  test('ranks the straight look before the turned one and the warned', () => {
    const turned = { ...small('turned', TONE), yawDeg: 24 }
    const straight = small('straight', TONE)
    const warned = small('warned', TONE)
    const model = buildModel([turned, warned, straight], [unwarned, { warnings: ['grainy'] }, unwarned])
    expect(model.selfies.map(({ id }) => id)).toEqual(['straight', 'warned', 'turned'])
  })

  testEach<[string, (selfie: PreparedSelfie) => Partial<PreparedSelfie>, number]>([
    ['shot against the light', inShade, 0.5],
    ['shot from far below', () => ({ pitchDeg: -20 }), 0.3],
    ['lit from one side', () => ({ light: { leftToRight: -1.2 } }), 0.1],
    ['of few pixels', () => ({ sourceScale: 0.35 }), 0.5],
    ['before a white wall, no worse', () => ({ surroundLuminance: 0.9 }), 0],
  ])('a selfie %s', (_, flaw, atLeast) => {
    const good = ['a', 'b', 'c'].map((id) => small(id, TONE))
    const flawed = small('d', TONE)
    const ranks = new Map(
      buildModel([...good, { ...flawed, ...flaw(flawed) }], []).selfies.map(({ id, rank }) => [id, rank]),
    )
    const behind = (ranks.get('a') ?? 0) - (ranks.get('d') ?? 0)
    if (atLeast > 0) expect(behind).toBeGreaterThan(atLeast)
    else expect(behind).toBeCloseTo(0, 6)
  })

  test('one dark selfie does not darken the person', () => {
    const light = ['a', 'b', 'c'].map((id) => small(id, TONE))
    const dark = small('d', { l: 30, a: 12, b: 14 })
    const alone = buildModel(light, []).skin
    expect(Math.abs(buildModel([...light, dark], []).skin.l - alone.l)).toBeLessThan(3)
  })

  test('the centroid has length one and accepts every selfie it was made of', () => {
    const model = buildModel([small('a', TONE, 1), small('b', TONE, 2)], [])
    expect(Math.hypot(...model.centroid)).toBeCloseTo(1, 5)
    expect(() => buildModel([], [])).toThrow(RangeError)
  })
})

describe('model file', () => {
  test('encoding gives the same bytes twice, and decoding restores the model', async () => {
    const model = buildModel([small('a', TONE, 1), small('b', TONE, 2)], [])
    const bytes = await encodeModel(model)
    expect(Buffer.compare(await encodeModel(model), bytes)).toBe(0)
    const back = decodeModel(bytes)
    expect(back.skin).toEqual(model.skin)
    expect(back.centroid).toEqual(model.centroid)
    expect(back.spread).toEqual(model.spread)
    expect(back.second).toEqual(model.second)
    expect(back.selfies.map(({ pixels: _, ...rest }) => rest)).toEqual(
      model.selfies.map(({ pixels: _, ...rest }) => rest),
    )
    expect(Buffer.compare(await encodeModel(back), bytes)).toBe(0)
  })

  test('keeps alpha exactly, and colours within an invisible difference', async () => {
    const selfie = small('a', TONE)
    const back = decodeModel(await encodeModel(buildModel([selfie], [])))
    const [first] = back.selfies
    if (!first) throw new Error('the model lost its selfie')
    const { alpha, foreground } = await pixelsOf(first)
    expect(Buffer.compare(alpha, selfie.pixels.alpha)).toBe(0)
    let error = 0
    foreground.forEach((value, i) => (error += Math.abs(value - (selfie.pixels.foreground[i] ?? 0))))
    // JPEG at quality 97 with full chroma: about one code value on noise.
    expect(error / foreground.length).toBeLessThan(1.5)
  })

  test('refuses a model whose parts were swapped for those of another person', async () => {
    const [own, other] = [buildModel([small('a', TONE, 1)], []), buildModel([small('a', TONE, 2)], [])]
    const [bytes, foreign] = [await encodeModel(own), await encodeModel(other)]
    // Header and sizes are alike: without the digest the centroid and its selfies would vouch for each other.
    const at = (model: PersonModel, file: Uint8Array): number =>
      Buffer.from(file).indexOf(Buffer.from(new Float32Array(model.centroid).buffer))
    const swapped = Uint8Array.from(bytes)
    swapped.set(foreign.subarray(at(other, foreign), at(other, foreign) + 4 * 1024), at(own, bytes))
    expect(at(own, bytes)).toBeGreaterThan(0)
    expect(isCurrentModel(swapped)).toBe(false)
    expect(() => decodeModel(swapped)).toThrow('changed after it was written')
  })

  test('refuses bytes that are no model, cut off, or of another version', async () => {
    const bytes = await encodeModel(buildModel([small('a', TONE)], []))
    const other = Uint8Array.from(bytes)
    other[4] = 99
    const torn = Uint8Array.from(bytes)
    torn[20] = (bytes[20] ?? 0) ^ 1
    for (const bad of [
      new Uint8Array(0),
      new Uint8Array(500),
      bytes.subarray(0, bytes.length - 9),
      Buffer.concat([bytes, new Uint8Array(1)]),
      other,
      torn,
    ]) {
      expect(() => decodeModel(bad)).toThrow(PersonModelError)
    }
    expect([bytes, other, new Uint8Array(0), new Uint8Array(500)].map(isCurrentModel)).toEqual([
      true,
      false,
      false,
      false,
    ])
  })
})

describe('kept selfie', () => {
  test('a model of kept selfies is byte for byte that of fresh ones', async () => {
    const fresh = [small('a', TONE, 1), small('b', TONE, 2)]
    const readings = [{ warnings: ['grainy'] }, unwarned]
    const kept = await Promise.all(
      fresh.map(async (prepared, index) =>
        decodePrepared(await encodePrepared({ prepared, warnings: readings[index]?.warnings ?? [] })),
      ),
    )
    const direct = await encodeModel(buildModel(fresh, readings))
    const resumed = await encodeModel(
      buildModel(
        kept.map(({ prepared }) => prepared),
        kept,
      ),
    )
    expect(Buffer.compare(resumed, direct)).toBe(0)
  })

  test('refuses a model, random bytes and half of a kept selfie', async () => {
    const prepared = small('a', TONE)
    const bytes = await encodePrepared({ prepared, warnings: [] })
    const model = await encodeModel(buildModel([prepared], []))
    for (const bad of [model, new Uint8Array(40), bytes.subarray(0, bytes.length >> 1)])
      expect(() => decodePrepared(bad)).toThrow(PersonModelError)
  })
})

test('spread is measured against the other selfies', () => {
  const pointing = (id: string, ...descriptor: number[]) => ({
    ...small(id, TONE),
    descriptor: Float32Array.from(descriptor),
  })
  expect(buildModel([pointing('a', 1, 0)], []).spread).toEqual({ median: 1, least: 1 })
  const { spread } = buildModel([pointing('a', 1, 0), pointing('b', 1, 0), pointing('c', 0, 1)], [])
  expect(spread.least).toBeCloseTo(0, 6)
  expect(spread.median).toBeCloseTo(Math.SQRT1_2, 6)
})
