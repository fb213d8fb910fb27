import { expect, test } from '#tests/support/node-test.ts'
import { drawOffice } from './office.ts'
import { createStage } from './stage.fixture.ts'

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8]

/** Coverage of the plants, nearest of the layers, and where each place lies in the picture. */
function foliage(seed: number) {
  const stage = createStage(96, seed)
  const plants = drawOffice(stage, { focalLengthMm: 85, aperture: 2.8 }).at(-1)
  return Array.from(plants?.a ?? [], (coverage, i) => ({
    coverage,
    x: (i % stage.width) / stage.unit,
    y: Math.floor(i / stage.width) / stage.unit,
    head: stage.head,
  }))
}

test.each(SEEDS)('plants of seed %d stand beside the head, not behind it', (seed) => {
  const behind = foliage(seed).filter(({ x, y, head }) => Math.abs(x - head.x) < 0.1 && y < head.y)
  expect(behind.length).toBeGreaterThan(0)
  expect(Math.max(...behind.map(({ coverage }) => coverage))).toBe(0)
})

test('most rooms have plants, their foliage lets light through', () => {
  const crowns = SEEDS.map((seed) => foliage(seed).map(({ coverage }) => coverage)).filter(
    (coverages) => Math.max(...coverages) > 0.5,
  )
  expect(crowns.length).toBeGreaterThan(SEEDS.length / 2)
  for (const coverages of crowns) {
    const within = coverages.filter((coverage) => coverage > 0.05)
    expect(within.filter((coverage) => coverage < 0.9).length / within.length).toBeGreaterThan(0.25)
  }
})
