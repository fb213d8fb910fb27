import { expect, test } from '@jest/globals'
import { createRoom, drawRoom } from './office-room.ts'
import { createStage } from './stage.fixture.ts'

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
