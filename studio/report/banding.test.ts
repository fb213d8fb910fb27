import { describe, test } from 'node:test'
import { expect } from 'expect'
import { createRandom } from '#studio/scene/noise.ts'
import { measureBanding } from './banding.ts'

const SIDE = 200

/** A backdrop whose value depends on the place, and a subject that covers the lower half. */
function measure(valueAt: (x: number, y: number) => number) {
  const data = new Uint8Array(SIDE * SIDE * 3)
  const alpha = new Float32Array(SIDE * SIDE)
  for (let i = 0; i < alpha.length; i++) {
    const [x, y] = [i % SIDE, Math.floor(i / SIDE)]
    alpha[i] = y >= SIDE / 2 ? 1 : 0
    data.fill(valueAt(x, y), 3 * i, 3 * i + 3)
  }
  const size = { width: SIDE, height: SIDE }
  return measureBanding({ ...size, data }, { ...size, data: alpha })
}

describe('banding', () => {
  test('steps of a slow gradient are runs', () => {
    expect(measure((x) => 100 + Math.floor(x / 50))).toMatchObject({ longestRun: 100 })
    expect(measure((x, y) => 100 + Math.floor(x / 50) + (y % 2))).toMatchObject({ longestRun: 50 })
  })

  test('dither breaks them, and shows as a fine noise', () => {
    const random = createRandom(3)
    const { longestRun, highPassSigma } = measure((x) => 100 + Math.floor(x / 50 + 2 * random()))
    expect(longestRun).toBeLessThan(25)
    expect(highPassSigma).toBeGreaterThan(0.001)
    expect(highPassSigma).toBeLessThan(0.004)
  })

  test('the subject and burnt-out ground do not count', () => {
    const random = createRandom(4)
    expect(measure((_x, y) => (y >= SIDE / 2 ? 90 : 255))).toEqual({
      longestRun: 0,
      highPassSigma: expect.closeTo(0, 5),
    })
    expect(measure((_x, y) => (y >= SIDE / 2 ? 255 * random() : 90)).longestRun).toBe(SIDE)
  })
})
