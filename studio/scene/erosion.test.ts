import { expect, test } from '#tests/support/node-test.ts'
import { CLIFF, erode } from './erosion.ts'
import type { Ground } from './erosion.ts'

const FRONT = 6
const BACK = 8

function eroded(seed: number): Ground {
  return erode({ width: 48, rows: 80, seed, front: () => FRONT, back: BACK, rise: () => 1 })
}

/** Heights round a place inside. */
const around = ({ width, heights }: Ground, i: number) =>
  [-width - 1, -width, -width + 1, -1, 1, width - 1, width, width + 1].map((to) => heights[i + to] ?? 0)

/** Places with all their neighbours, and no valley among them. */
function inside({ width, rows }: Ground): number[] {
  const places: number[] = []
  for (let row = FRONT + 2; row < rows - 2; row++)
    for (let column = 1; column < width - 1; column++) places.push(row * width + column)
  return places
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

test.each([1, 2, 3, 4])(
  'ground of seed %d has hardly a hollow, and no wall steeper than rock stands',
  (seed) => {
    const ground = eroded(seed)
    const places = inside(ground)
    const hollow = places.filter((i) => Math.min(...around(ground, i)) >= (ground.heights[i] ?? 0))
    expect(hollow.length / places.length).toBeLessThan(0.01)
    for (const i of places) {
      const fall = (ground.heights[i] ?? 0) - Math.min(...around(ground, i))
      expect(fall).toBeLessThanOrEqual(CLIFF * Math.SQRT2 + 1e-4)
    }
  },
)

test('water gathers in valleys: where much runs the ground is lower than beside and less steep than where little does', () => {
  const ground = eroded(5)
  const steep = (i: number) => (ground.heights[i] ?? 0) - Math.min(...around(ground, i))
  const above = (i: number) => mean(around(ground, i)) - (ground.heights[i] ?? 0)
  const rivers = inside(ground).filter((i) => (ground.basin[i] ?? 0) > 100)
  const ridges = inside(ground).filter((i) => (ground.basin[i] ?? 0) === 1)
  expect(rivers.length).toBeGreaterThan(20)
  expect(mean(rivers.map(steep))).toBeLessThan(0.7 * mean(ridges.map(steep)))
  expect(mean(rivers.map(above))).toBeGreaterThan(0.2)
  expect(mean(ridges.map(above))).toBeLessThan(-0.1)
})

test('is the same for the same seed and another for another', () => {
  expect(eroded(7).heights).toEqual(eroded(7).heights)
  expect(eroded(7).heights).not.toEqual(eroded(8).heights)
})

test('stands between its valleys, higher where it rises faster', () => {
  const { width, rows, heights } = erode({
    width: 60,
    rows: 80,
    seed: 3,
    front: () => FRONT,
    back: BACK,
    rise: (column) => (column < 30 ? 1 : 0.5),
  })
  const highest = (from: number, to: number) => {
    const half = heights.filter((_, i) => i % width >= from && i % width < to)
    return Math.max(...half)
  }
  expect(heights[FRONT * width + 10]).toBe(0)
  expect(heights[(rows - 1) * width + 10]).toBe(BACK)
  expect(highest(0, 20)).toBeGreaterThan(1.3 * highest(40, width))
})
