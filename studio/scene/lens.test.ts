import { describe, expect, test } from '#tests/support/node-test.ts'
import { SUBJECT_M, defocus, discRadius, film } from './lens.ts'
import { createStage } from './stage.fixture.ts'
import { createLayer, ellipse } from './stage.ts'

const stage = createStage(60, 1, 15)

describe('discRadius', () => {
  test.each([
    ['nothing at the subject', 2, SUBJECT_M, 0],
    ['half the opening at twice the distance', 2, SUBJECT_M * 2, 85 / 2 / 1000 / 0.56 / 4],
    ['less at a smaller opening', 8, 1e9, 85 / 8 / 1000 / 0.56 / 2],
  ])('%s', (_, aperture, distanceM, expected) => {
    expect(discRadius({ focalLengthMm: 85, aperture }, distanceM)).toBeCloseTo(expected, 6)
  })
})

describe('defocus', () => {
  test.each([0.2, 1.5, 4, 9.7])('radius %d keeps the light and its middle', (radius) => {
    const layer = createLayer(stage)
    ellipse(stage, layer, { x: 0.4, y: 0.5, rx: 0.05, ry: 0.05 }, [2, 1, 0.5])
    const blurred = defocus(layer, radius)
    const sum = (plane: Float32Array) => plane.reduce((total, value) => total + value, 0)
    const middle = (plane: Float32Array) =>
      plane.reduce((total, value, i) => total + value * (i % stage.width), 0) / sum(plane)
    expect(sum(blurred.r) / sum(layer.r)).toBeCloseTo(1, 2)
    expect(middle(blurred.r)).toBeCloseTo(middle(layer.r), 1)
    expect(sum(blurred.g) / sum(blurred.r)).toBeCloseTo(0.5, 3)
  })

  test('a point becomes a disc of even light', () => {
    const layer = createLayer(stage)
    layer.r[45 * stage.width + 40] = 100
    const { r } = defocus(layer, 8)
    const at = (x: number, y: number) => r[(45 + y) * stage.width + 40 + x] ?? 0
    expect(at(0, 0)).toBeGreaterThan(0.3)
    for (const [x, y] of [
      [5, 0],
      [0, -6],
      [4, 4],
    ] as const)
      expect(at(x, y)).toBeCloseTo(at(0, 0), 5)
    for (const [x, y] of [
      [11, 0],
      [0, 11],
      [8, -8],
    ] as const)
      expect(at(x, y)).toBeCloseTo(0, 5)
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
