import { expect, test } from '#tests/support/node-test.ts'
import { drawCity } from './city.ts'
import { createStage } from './stage.fixture.ts'

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

test.each([1, 2, 3, 4, 5, 6])(
  'lights of seed %d are those of buildings and streets, none of the sky',
  (seed) => {
    const lens = { focalLengthMm: 85, aperture: 2.2 }
    const [, towers, houses, windows, lamps] = drawCity(createStage(96, seed), lens)
    const lights = Array.from(windows?.r ?? [], (light, i) => light + (lamps?.r[i] ?? 0))
    const inSky = lights.filter((_, i) => (towers?.a[i] ?? 0) + (houses?.a[i] ?? 0) < 0.02)
    expect(sum(lights)).toBeGreaterThan(10)
    // The rim of a disc may reach beyond the blurred edge of its building.
    expect(sum(inSky) / sum(lights)).toBeLessThan(0.02)
  },
)

test.each([1, 2, 3, 4, 5, 6])(
  'between the houses of seed %d the town goes on: no sky down to the street',
  (seed) => {
    const stage = createStage(96, seed)
    const [, towers, houses] = drawCity(stage, { focalLengthMm: 85, aperture: 2.2 })
    // The street begins at 0.66 at the highest.
    const row = Math.round(0.65 * stage.unit)
    const covered = Array.from({ length: stage.width }, (_, column) => {
      const i = row * stage.width + column
      return (towers?.a[i] ?? 0) + (houses?.a[i] ?? 0)
    })
    // At the sides the test's stage has no border for the blur.
    expect(Math.min(...covered.slice(8, -8))).toBeGreaterThan(0.9)
  },
)

test.each([1, 2, 3, 4, 5, 6])(
  'the square of seed %d mirrors the lit shops, fading towards the viewer',
  (seed) => {
    const stage = createStage(96, seed)
    const [, , houses] = drawCity(stage, { focalLengthMm: 85, aperture: 2.2 })
    const row = (y: number) =>
      Array.from(houses?.r.slice(Math.round(y * stage.unit) * stage.width).slice(8, stage.width - 8) ?? [])
    const contrast = (y: number) => Math.max(...row(y)) - Math.min(...row(y))
    // The street begins at 0.76 at the lowest.
    expect(contrast(0.8)).toBeGreaterThan(0.02)
    expect(contrast(0.8)).toBeGreaterThan(1.2 * contrast(0.97))
  },
)
