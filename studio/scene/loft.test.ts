import { expect, test } from '#tests/support/node-test.ts'
import { lay } from './lens.ts'
import { drawLoft, hang } from './loft.ts'
import { createStage } from './stage.fixture.ts'
import { createLayer } from './stage.ts'

const SEEDS = Array.from({ length: 40 }, (_, seed) => seed)

test('a lamp hangs beside the head, never before or over it', () => {
  const pendants = SEEDS.map((seed) => hang(createStage(10, seed), 6)).filter((pendant) => pendant !== null)
  expect(pendants.length).toBeGreaterThan(10)
  const { head } = createStage(10, 0)
  for (const { x } of pendants) expect(x).toBeGreaterThan(head.x + head.share / 2)
})

test('no lamp hangs where a large head leaves no room', () => {
  const lamps = SEEDS.map((seed) => {
    const stage = createStage(10, seed)
    return hang({ ...stage, head: { ...stage.head, share: 0.75 } }, 6)
  })
  expect(lamps.every((pendant) => pendant === null)).toBe(true)
})

test('daylight outside the window outshines the wall', () => {
  const shares = SEEDS.slice(0, 12).flatMap((seed) => {
    const stage = createStage(64, seed)
    const layers = drawLoft(stage, { focalLengthMm: 85, aperture: 2.8 })
    // A wall without a window is whole.
    if (layers.some(({ a }) => a.every((coverage) => coverage > 0.99))) return []
    const light = createLayer(stage)
    for (const layer of layers) lay(light, layer)
    const column = (x: number) => {
      const rows = Array.from({ length: 40 }, (_, y) => light.g[(y + 8) * stage.width + x] ?? 0)
      return rows.reduce((sum, value) => sum + value, 0) / rows.length
    }
    return [column(1) / column(stage.width / 2)]
  })
  expect(shares.length).toBeGreaterThan(4)
  expect(Math.min(...shares)).toBeGreaterThan(3)
})

/** How much the light of a wall goes up and down from course to course, shares of it. */
function swing(seed: number): number {
  const stage = createStage(320, seed)
  const wall = drawLoft(stage, { focalLengthMm: 85, aperture: 4 }).find(
    ({ a }) => a.filter((coverage) => coverage > 0.99).length > a.length / 2,
  )
  const shares = [0.45, 0.55, 0.65].map((x) => {
    const from = 40 * stage.width + Math.round(x * stage.unit)
    const light = Array.from({ length: 240 }, (_, y) => wall?.g[from + y * stage.width] ?? 0)
    const off = light
      .slice(6, -6)
      .map((value, y) => Math.abs(value - ((light[y] ?? 0) + (light[y + 12] ?? 0)) / 2))
    return mean(off) / mean(light)
  })
  return mean(shares)
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

test('courses of bricks are told from one another out of focus, no weave', () => {
  expect(mean(SEEDS.slice(1, 9).map(swing))).toBeGreaterThan(0.19)
})
