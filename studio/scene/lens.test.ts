import { describe, test } from 'node:test'
import { expect } from 'expect'
import { UNIT } from '#studio/plates/plate.ts'
import { defocus, discRadius, film } from './lens.ts'

/** @param far how far out of focus a column is */
function drawnPlate(far: (x: number) => number, light: (x: number, y: number) => number) {
  const [width, height] = [80, 60]
  const plane = (value: (x: number, y: number) => number) =>
    Float32Array.from({ length: width * height }, (_, i) => value(i % width, Math.floor(i / width)))
  const planes: [Float32Array, Float32Array, Float32Array] = [plane(light), plane(light), plane(light)]
  return { width, height, light: planes, far: plane(far) }
}

const pixels = (radius: number) => radius / UNIT

test('the disc of a point at infinity is the opening, projected on the plane of focus', () => {
  expect(discRadius(2)).toBeCloseTo(85 / 2 / 1000 / 0.56 / 2, 6)
  expect(discRadius(8)).toBeCloseTo(85 / 8 / 1000 / 0.56 / 2, 6)
})

describe('defocus', () => {
  const at = (plane: Float32Array | undefined, x: number, y: number) => plane?.[y * 80 + x] ?? 0

  test('a point becomes a spot as wide as its disc, and no light is lost', () => {
    const [r] = defocus(
      drawnPlate(
        () => 1,
        (x, y) => (x === 40 && y === 30 ? 100 : 0),
      ),
      pixels(8),
    )
    expect(r?.reduce((sum, value) => sum + value, 0)).toBeCloseTo(100, 0)
    expect(at(r, 44, 30)).toBeGreaterThan(0.5 * at(r, 40, 30))
    expect(at(r, 40, 26)).toBeCloseTo(at(r, 36, 30), 5)
    expect(at(r, 54, 30)).toBeLessThan(0.01 * at(r, 40, 30))
  })

  test('nearer distances are sharper, and even light stays even up to the edge', () => {
    const edge = drawnPlate(
      (x) => (x < 40 ? 0.2 : 1),
      (x) => (x % 40 < 20 ? 1 : 0),
    )
    const [r] = defocus(edge, pixels(8))
    expect(at(r, 16, 30)).toBeGreaterThan(0.98)
    expect(at(r, 56, 30)).toBeLessThan(0.9)
    const [even] = defocus(
      drawnPlate(
        (x) => x / 80,
        () => 0.4,
      ),
      pixels(8),
    )
    expect(at(even, 0, 0)).toBeCloseTo(0.4, 3)
    expect(at(even, 79, 30)).toBeCloseTo(0.4, 3)
    expect(at(even, 40, 30)).toBeCloseTo(0.4, 3)
  })
})

test('film rises without a break and never reaches paper white', () => {
  let last = -1
  for (let light = 0; light < 8; light += 0.01) {
    const value = film(light)
    expect(value).toBeGreaterThan(last - 1e-9)
    expect(value - last).toBeLessThan(light === 0 ? 2 : 0.011)
    last = value
  }
  expect(last).toBeLessThan(0.94)
  expect(film(-1)).toBe(0)
})
