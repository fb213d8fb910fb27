import { Worker } from 'node:worker_threads'
import { describe, expect, test } from '@jest/globals'
import { deltaE } from '#studio/color.ts'
import { drawnSelfie } from '#studio/person/drawn-person.fixture.ts'
import { buildModel } from '#studio/person/model.ts'
import { STYLE_IDS, VARIATIONS } from '#studio/styles.ts'
import type { DrawnJob, DrawnResult } from './drawn-headshot.fixture.ts'
import { HEADSHOT_HEIGHT, HEADSHOT_WIDTH, planBundle, renderShot } from './headshot.ts'

const TONE = { l: 58, a: 14, b: 19 }

/** Renders in a thread of its own: per-pixel loops run ten times slower inside Jest's sandbox. */
function rendered(job: DrawnJob): Promise<DrawnResult> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./drawn-headshot.fixture.ts', import.meta.url), { workerData: job })
    worker.once('message', resolve)
    worker.once('error', reject)
  })
}

describe('planBundle', () => {
  const model = buildModel(
    ['a', 'b', 'c'].map((id, index) => drawnSelfie(id, TONE, index + 1, 1 / 8)),
    [],
  )

  test('plans no shot twice and neighbours of different selfies', () => {
    const shots = planBundle(model, 'studio-grey', 12)
    expect(shots).toHaveLength(12)
    expect(new Set(shots.map(({ selfieId, variation }) => `${selfieId}/${variation}`)).size).toBe(12)
    expect(new Set(shots.map(({ seed }) => seed)).size).toBe(12)
    shots.slice(1).forEach((shot, index) => expect(shot.selfieId).not.toBe(shots[index]?.selfieId))
  })

  test('returns fewer than asked rather than near-duplicates, and the same plan each time', () => {
    expect(planBundle(model, 'studio-grey', 40)).toHaveLength(3 * VARIATIONS.length)
    expect(planBundle(model, 'bw-editorial', 5)).toEqual(planBundle(model, 'bw-editorial', 5))
    expect(planBundle(model, 'bw-editorial', 0)).toEqual([])
  })
})

describe('renderShot', () => {
  test.each(STYLE_IDS)(
    '%s: right size, nothing burnt, same pixels again',
    async (styleId) => {
      const { rasters } = await rendered({ tone: TONE, styleId, variations: [0, 0] })
      const [first, again] = rasters
      if (!first || !again) throw new Error('two rasters expected')
      expect([first.width, first.height, first.data.length]).toEqual([
        HEADSHOT_WIDTH,
        HEADSHOT_HEIGHT,
        HEADSHOT_WIDTH * HEADSHOT_HEIGHT * 3,
      ])
      const clipped = first.data.reduce((count, value) => count + (value >= 254 ? 1 : 0), 0)
      expect(clipped / first.data.length).toBeLessThan(0.005)
      expect(Buffer.compare(first.data, again.data)).toBe(0)
    },
    60_000,
  )

  test.each([
    ['very dark', { l: 30, a: 11, b: 14 }],
    ['medium', TONE],
    ['fair', { l: 71, a: 10, b: 15 }],
  ])(
    'keeps the tone of %s skin',
    async (_, tone) => {
      const { before, after } = await rendered({ tone, styleId: 'studio-grey', variations: [0] })
      // New light and grade move the middle of the face by design; beyond 8 it would be another complexion.
      expect(deltaE(after, before)).toBeLessThan(8)
    },
    60_000,
  )

  test('four variations differ from each other all over, not in a corner', async () => {
    const { rasters } = await rendered({ tone: TONE, styleId: 'studio-grey', variations: [0, 1, 2, 3] })
    expect(rasters).toHaveLength(4)
    rasters.forEach((one, index) => {
      for (const other of rasters.slice(index + 1)) {
        let sum = 0
        for (let i = 0; i < one.data.length; i += 7)
          sum += Math.abs((one.data[i] ?? 0) - (other.data[i] ?? 0))
        expect(sum / (one.data.length / 7)).toBeGreaterThan(6)
      }
    })
  }, 60_000)

  test('unknown selfies and variations are refused', async () => {
    const model = buildModel([drawnSelfie('a', TONE, 1, 1 / 8)], [])
    await expect(renderShot(model, 'studio-grey', { selfieId: 'x', variation: 0, seed: 1 })).rejects.toThrow(
      RangeError,
    )
    await expect(renderShot(model, 'studio-grey', { selfieId: 'a', variation: 9, seed: 1 })).rejects.toThrow(
      RangeError,
    )
  })
})
