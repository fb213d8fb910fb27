import { expect, test } from '#tests/support/node-test.ts'
import { withRoom } from '#studio/kernels/kernels.ts'
import { createRandom } from '#studio/scene/noise.ts'
import { byCode, noiseBySteps } from './noise-level.ts'
import { sheetOf } from './sheet.ts'

const SIDE = 200

/** Noise found on a grey ramp whose noise grows with its brightness; the right half is no part of the subject and far noisier. */
function noiseOfRamp(): Float64Array {
  const random = createRandom(5)
  const data = new Float32Array(SIDE * SIDE)
  const level = new Float32Array(SIDE * SIDE)
  const alpha = new Uint8Array(SIDE * SIDE)
  for (let i = 0; i < data.length; i++) {
    const isSubject = i % SIDE < SIDE / 2
    level[i] = Math.floor(i / SIDE) / SIDE
    const sigma = isSubject ? 0.01 + 0.02 * (level[i] ?? 0) : 0.2
    const noise = (random() + random() + random() + random() - 2) * Math.sqrt(3) * sigma
    data[i] = (level[i] ?? 0) + noise
    alpha[i] = isSubject ? 255 : 254
  }
  return withRoom((room) =>
    noiseBySteps({
      plane: sheetOf(room, { width: SIDE, height: SIDE, data }),
      level: room.put(level),
      radius: 2,
      sure: { alpha: room.put(alpha), right: 1, down: SIDE },
    }),
  )
}

test('noise is found by brightness, in the subject alone', () => {
  const sigmas = [...noiseOfRamp()].map(Math.sqrt)
  const [dark = 0, bright = 0] = [sigmas[0], sigmas[7]]
  // Independent noise is taken for a little stronger than it is: that of cameras is correlated.
  expect(dark).toBeGreaterThan(0.009)
  expect(dark).toBeLessThan(0.016)
  expect(bright / dark).toBeGreaterThan(1.6)
  expect(bright).toBeLessThan(0.04)
})

test('between the middles of two steps lies what lies between their values', () => {
  const values = byCode(Float64Array.of(0, 1, 2, 3, 4, 5, 6, 7))
  expect(values[0]).toBe(0)
  expect(values[128]).toBeCloseTo((128 / 255) * 8 - 0.5, 5)
  expect(values[255]).toBe(7)
})
