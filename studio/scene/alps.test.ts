import { expect, test } from '#tests/support/node-test.ts'
import { luminance } from '#studio/color.ts'
import { drawAlps } from './alps.ts'
import { lay } from './lens.ts'
import { createStage } from './stage.fixture.ts'
import { createLayer } from './stage.ts'

const HEIGHT = 160
/** Blue over red that only the sky high up has. */
const SKY = 2

function drawn(seed: number) {
  const stage = createStage(HEIGHT, seed)
  const light = createLayer(stage)
  for (const layer of drawAlps(stage, { focalLengthMm: 85, aperture: 4 })) lay(light, layer)
  return light
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

test.each([1, 2, 3, 4, 5, 6])(
  'mountains of seed %d: snow above dark rock and woods under a blue sky',
  (seed) => {
    const { width, r, g, b } = drawn(seed)
    const snow: number[] = []
    const ground: number[] = []
    r.forEach((red, i) => {
      const x = (i % width) / width
      const y = Math.floor(i / width) / HEIGHT
      // What the head and the meadow do not cover.
      if (Math.abs(x - 0.5) < 0.25 || y > 0.85) return
      const light = luminance(red, g[i] ?? 0, b[i] ?? 0)
      if (light > 0.45) snow.push(y)
      if (light < 0.25 && (b[i] ?? 0) < SKY * red) ground.push(y)
    })
    const seen = width * 0.5 * HEIGHT * 0.85
    expect(snow.length / seen).toBeGreaterThan(0.02)
    expect(ground.length / seen).toBeGreaterThan(0.08)
    expect(mean(ground) - mean(snow)).toBeGreaterThan(0.05)
    const zenith = Math.round(width / 2)
    expect((b[zenith] ?? 0) / (r[zenith] ?? 1)).toBeGreaterThan(SKY)
  },
)

/** Rows between which light is compared, and a lens that leaves what lies between them. */
const STEP = 4
const SHARP = { focalLengthMm: 85, aperture: 11 }

/** How much the light of a range is off even from place to place, rows or columns apart. */
function unevenness(seed: number, way: 'up' | 'across'): number {
  const stage = createStage(HEIGHT, seed)
  const range = drawAlps(stage, SHARP).at(-2)
  const step = STEP * (way === 'up' ? stage.width : 1)
  const off: number[] = []
  range?.g.forEach((light, i) => {
    const [before, after] = [i - step, i + step]
    if (
      Math.min(range.a[before] ?? 0, range.a[i] ?? 0, range.a[after] ?? 0) < 0.99 ||
      i > range.g.length * 0.6
    )
      return
    off.push(Math.abs(light - ((range.g[before] ?? 0) + (range.g[after] ?? 0)) / 2))
  })
  return mean(off)
}

test('rock lies in layers: slopes are as uneven upwards as across, no folds of cloth', () => {
  const seeds = [1, 2, 3, 4, 5, 6, 7, 8]
  expect(mean(seeds.map((seed) => unevenness(seed, 'up') / unevenness(seed, 'across')))).toBeGreaterThan(0.88)
})
