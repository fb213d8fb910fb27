import { describe, expect, test } from '@jest/globals'
import { finish } from '#studio/render/composite.ts'
import { fastCode } from '#studio/color.ts'
import { STYLE_IDS, STYLES } from '#studio/styles.ts'
import { drawBackdrop } from './backdrop.ts'
import { createRandom, fractalNoise, seedOf } from './noise.ts'

const WIDTH = 512
const HEIGHT = 640

function drawn(styleId: (typeof STYLE_IDS)[number], seed: number) {
  return drawBackdrop({
    set: STYLES[styleId].scene,
    seed,
    width: WIDTH,
    height: HEIGHT,
    side: 'left',
    light: 1,
    headX: 0.5,
    headY: 0.4,
  })
}

function finished(styleId: (typeof STYLE_IDS)[number], seed: number): Uint8Array {
  const [r, g, b] = drawn(styleId, seed)
  const { grade } = STYLES[styleId]
  const planes = { planes: [r.data.map(fastCode), g.data.map(fastCode), b.data.map(fastCode)] as const }
  return finish(
    { width: WIDTH, height: HEIGHT, planes: [...planes.planes] },
    { ...grade, sharpenSigma: 1, sharpenAmount: 0.4, seed },
  ).data
}

describe.each(STYLE_IDS)('backdrop of %s', (styleId) => {
  test('shows no bands: no long run of one value, no visible grain', () => {
    const data = finished(styleId, 5)
    let longest = 0
    let rough = 0
    for (let y = 0; y < HEIGHT; y++) {
      let run = 1
      for (let x = 1; x < WIDTH; x++) {
        const at = (y * WIDTH + x) * 3
        const difference = (data[at + 1] ?? 0) - (data[at - 2] ?? 0)
        rough += difference * difference
        run = difference === 0 ? run + 1 : 1
        longest = Math.max(longest, run)
      }
    }
    // Dither and grain break every plateau within a few pixels; 160 is where bands begin to show.
    expect(longest).toBeLessThan(60)
    // Differences of neighbours carry twice the variance of the grain.
    expect(Math.sqrt(rough / (2 * WIDTH * HEIGHT)) / 255).toBeLessThan(0.015)
  })

  test('is the same for the same seed and another for another', () => {
    const [a] = drawn(styleId, 1)
    const [same] = drawn(styleId, 1)
    const [other] = drawn(styleId, 2)
    expect(same.data.every((value, i) => value === a.data[i])).toBe(true)
    const change = a.data.reduce(
      (sum, value, i) => sum + Math.abs(value - (other.data[i] ?? 0)) / (value + 1e-6),
      0,
    )
    expect(change / a.data.length).toBeGreaterThan(0.03)
  })

  test('falls off towards the corners and never goes black or negative', () => {
    const [, g] = drawn(styleId, 3)
    const corner = g.data[0] ?? 0
    const middle = g.data[Math.round(HEIGHT * 0.45) * WIDTH + WIDTH / 2] ?? 0
    expect(corner).toBeLessThan(middle)
    expect(g.data.reduce((least, value) => (value < least ? value : least), 1)).toBeGreaterThan(0.001)
  })
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

test('noise stays within its bounds and seeds differ by text', () => {
  const noise = fractalNoise(9, 64, 64, 32, 4)
  expect(Math.max(...noise)).toBeLessThanOrEqual(1)
  expect(Math.min(...noise)).toBeGreaterThanOrEqual(-1)
  expect(seedOf('a/1')).not.toBe(seedOf('a/2'))
})
