import { before, describe, test } from 'node:test'
import { expect } from 'expect'
import { fingerprintDistance, fingerprintOf } from '#studio/gate/fingerprint.ts'
import { deltaE2000 } from '#studio/picture/color.ts'
import { drawnSelfie } from '#studio/model/drawn-person.fixture.ts'
import { buildModel } from '#studio/model/model.ts'
import { STYLE_IDS } from '#studio/scene/styles.ts'
import { testEach } from '#tests/support/each.ts'
import { renderDrawn, type DrawnResult } from './drawn-headshot.fixture.ts'
import { HEADSHOT_HEIGHT, HEADSHOT_WIDTH } from './headshot-size.ts'
import { renderShot } from './headshot.ts'

const TONE = { l: 58, a: 14, b: 19 }

describe('renderShot', () => {
  describe('every style', () => {
    let rasters: DrawnResult['rasters'] = []

    before(async () => {
      rasters = (await renderDrawn({ tone: TONE, styleIds: STYLE_IDS, variations: [0, 0], scale: 0.5 }))
        .rasters
    })

    testEach(STYLE_IDS)('%s: right size, no burnt highlights, same pixels again', (styleId) => {
      const at = 2 * STYLE_IDS.indexOf(styleId)
      const [first, again] = [rasters[at], rasters[at + 1]]
      if (!first || !again) throw new Error('two rasters expected')
      expect([first.width, first.height, first.data.length]).toEqual([
        HEADSHOT_WIDTH / 2,
        HEADSHOT_HEIGHT / 2,
        (HEADSHOT_WIDTH * HEADSHOT_HEIGHT * 3) / 4,
      ])
      const clipped = first.data.reduce((count, value) => count + (value >= 254 ? 1 : 0), 0)
      expect(clipped / first.data.length).toBeLessThan(0.005)
      expect(Buffer.compare(first.data, again.data)).toBe(0)
    })
  })

  testEach([
    ['very dark', { l: 30, a: 11, b: 14 }, 'studio-grey'],
    ['medium', TONE, 'warm-canvas'],
    ['fair', { l: 71, a: 10, b: 15 }, 'executive-navy'],
  ] as const)('keeps the tone of %s skin', async (_, tone, styleId) => {
    const { before, after } = await renderDrawn({ tone, styleIds: [styleId], variations: [0], scale: 0.5 })
    // The stated limit is a median of 5; drawn faces hold no cast to correct, so they must stay well within it.
    expect(deltaE2000(after, before)).toBeLessThan(3.5)
  })

  test('a preview shows the same picture, smaller', async () => {
    const job = { tone: TONE, styleIds: ['studio-grey'] } as const
    const [whole, half] = await Promise.all([
      renderDrawn({ ...job, variations: [1] }),
      renderDrawn({ ...job, variations: [1], scale: 0.5 }),
    ])
    const [large] = whole.rasters
    const [small] = half.rasters
    if (!large || !small) throw new Error('two rasters expected')
    expect([large.width, large.height]).toEqual([HEADSHOT_WIDTH, HEADSHOT_HEIGHT])
    let sum = 0
    let count = 0
    for (let y = 0; y < small.height; y += 3) {
      for (let x = 0; x < small.width; x += 3) {
        const at = (2 * y * large.width + 2 * x) * 3 + 1
        sum += Math.abs((small.data[(y * small.width + x) * 3 + 1] ?? 0) - (large.data[at] ?? 0))
        count++
      }
    }
    // Grain of its own and edges half a pixel off make 2 to 3 levels; another crop makes 20.
    expect(sum / count).toBeLessThan(6)
  })

  test('the duplicate check tells all variations apart', async () => {
    const { rasters } = await renderDrawn({
      tone: TONE,
      styleIds: ['studio-white'],
      variations: [0, 1, 2, 3],
      scale: 0.5,
    })
    const face = { centreX: 256, centreY: 270, size: 270, angleRad: 0 }
    const prints = await Promise.all(rasters.map((raster) => fingerprintOf(raster, face)))
    expect(prints).toHaveLength(4)
    prints.forEach((one, index) => {
      for (const other of prints.slice(index + 1)) expect(fingerprintDistance(one, other)).toBeGreaterThan(1)
    })
  })

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
