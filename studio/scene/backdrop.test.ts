import { before, test } from 'node:test'
import { expect } from 'expect'
import { describeEach } from '#tests/support/each.ts'
import { STYLE_IDS, STYLES, USUAL_VARIATIONS } from './styles.ts'
import type { StyleId } from './styles.ts'
import { measureBackdrop, type BackdropMeasures } from './drawn-backdrop.fixture.ts'
import { createRandom, seedOf } from './noise.ts'

/** Rooms whose light comes from windows or a lamp on the key's side. */
const LIT_FROM_ONE_SIDE: readonly StyleId[] = ['office-daylight', 'loft-brick', 'library']

describeEach(STYLE_IDS)('backdrop of %s', (styleId) => {
  const { scene } = STYLES[styleId]
  let measures: BackdropMeasures

  before(async () => {
    measures = await measureBackdrop(styleId)
  })

  test('shows no bands: no long run of one value, no visible grain', () => {
    // Dither and grain break every plateau within a few pixels; 160 is where bands begin to show.
    expect(measures.longestRun).toBeLessThan(60)
    expect(measures.sigma).toBeLessThan(0.015)
  })

  test('looks different in each variation', () => {
    // White paper leaves the least room; grain and dither alone make less than 2.
    expect(Math.min(...measures.differences)).toBeGreaterThan(4)
  })

  test('is the same for the same seed and another for another', () => {
    expect(measures.repeats).toBe(true)
    // A sheet of paper differs by its lamp alone; a place moves a little behind the head.
    expect(measures.seedChange).toBeGreaterThan(scene.kind === 'studio' ? 0.006 : 0.015)
  })

  test('is light within bounds, also at its brightest', () => {
    expect(measures.least).toBeGreaterThan(0)
    expect(measures.most).toBeLessThan(1.5)
  })

  if (scene.kind === 'studio') {
    test('falls off away from the key', () => {
      expect(measures.cornerShare).toBeLessThan(1)
    })
  }

  if (LIT_FROM_ONE_SIDE.includes(styleId)) {
    test('is brighter on the side of the key light', () => {
      expect(measures.keySide).toBeGreaterThan(0.05)
    })
  }

  if (scene.kind === 'location' || !scene.papers) {
    test(`${scene.parting ? 'gives way to' : 'does not mind'} white hair`, () => {
      expect(measures.behindWhiteHair).toBeCloseTo(1 - (scene.parting ?? 0), 1)
    })
  }

  if (scene.kind === 'studio' && scene.white) {
    test('stays white under a warm and under a cool grade', () => {
      for (const cast of measures.casts) expect(Math.abs(cast)).toBeLessThan(1)
    })
  }

  if (scene.kind === 'studio' && scene.lamp) {
    test('keeps a pool of light behind the head in the darkest variation', () => {
      expect(Math.min(...measures.behindHead)).toBeGreaterThan(0.5)
    })
  }

  if (scene.most) {
    test('stays below its own bound in the brightest variation', () => {
      expect(Math.max(...measures.behindHead)).toBeLessThan(1.05 * (scene.most ?? 0))
    })
  }

  if (scene.kind === 'studio' && scene.papers) {
    test('takes another paper for each variation', () => {
      expect(new Set(measures.colours).size).toBe(USUAL_VARIATIONS)
    })
  }
})

test('the generator repeats itself and covers the unit interval evenly', () => {
  const first = createRandom(42)
  const second = createRandom(42)
  let sum = 0
  for (let i = 0; i < 5000; i++) {
    const value = first()
    expect(value).toBe(second())
    sum += value
  }
  // Standard error of the mean of 5000 uniform values is 0.004.
  expect(Math.abs(sum / 5000 - 0.5)).toBeLessThan(0.02)
})

test('seeds differ by text', () => {
  expect(seedOf('a/1')).not.toBe(seedOf('a/2'))
})
