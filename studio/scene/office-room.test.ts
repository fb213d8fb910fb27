import { expect, test } from '#tests/support/node-test.ts'
import { heightsPerMetre } from './lens.ts'
import { createRoom, drawRoom, HEADROOM_M } from './office-room.ts'
import { createStage } from './stage.fixture.ts'
import { clearOfHead } from './stage.ts'

/** How far the light of the end wall is off even from place to place, below the cones of its lamps. */
function unevenness(seed: number, slats: boolean): number {
  const stage = createStage(96, seed)
  const room = { ...createRoom(stage), windowX: -6, rightX: 6, turn: 0, horizon: 0.5, slats }
  const row = Math.round(0.72 * stage.unit)
  const wall = drawRoom(stage, room).g.slice(row * stage.width, (row + 1) * stage.width)
  const mean = wall.reduce((sum, light) => sum + light, 0) / wall.length
  // Light falls off away from the windows: what lies before and after a place says what it should be.
  const step = 12
  const off = Array.from(wall.slice(step, -step), (light, i) =>
    Math.abs(light - ((wall[i] ?? 0) + (wall[i + 2 * step] ?? 0)) / 2),
  )
  return off.reduce((sum, light) => sum + light, 0) / off.length / mean
}

test.each([1, 2, 3, 4, 5, 6])('painted walls of seed %d have no stains, slats stand out', (seed) => {
  expect(unevenness(seed, false)).toBeLessThan(0.02)
  expect(unevenness(seed, true)).toBeGreaterThan(0.05)
})

/** Where lamps of the ceiling shine, picture heights; their light is warm, the windows' is not. */
function lampsOf(seed: number) {
  const stage = createStage(96, seed)
  const { r, b } = drawRoom(stage, createRoom(stage))
  return Array.from(r, (red, i) => ({
    isLit: red > 1 && red > 1.05 * (b[i] ?? 0),
    x: ((i % stage.width) + 0.5) / stage.unit,
    y: (Math.floor(i / stage.width) + 0.5) / stage.unit,
  })).filter(({ isLit }) => isLit)
}

const SEEDS = Array.from({ length: 24 }, (_, seed) => seed + 1)

test.each(SEEDS)('lamps of seed %d are not cut by the edge and keep away from the head', (seed) => {
  for (const { x, y } of lampsOf(seed)) {
    expect(y).toBeGreaterThan(0.03)
    expect(clearOfHead(createStage(96, seed), { x, y, radius: 0 })).toBeGreaterThan(0.25)
  }
})

test('some rooms show lamps', () => {
  expect(SEEDS.filter((seed) => lampsOf(seed).length > 0).length).toBeGreaterThan(2)
})

test.each(SEEDS)('the ceiling of seed %d is more than a strip', (seed) => {
  const stage = createStage(96, seed)
  const { horizon, endZ } = createRoom(stage)
  expect(horizon - (heightsPerMetre(1) * HEADROOM_M) / endZ).toBeGreaterThan(0.08)
})
