import { expect, test } from '@jest/globals'
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
