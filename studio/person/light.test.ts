import { expect } from 'expect'
import { fastCode } from '#studio/picture/color.ts'
import { drawnMesh } from '#studio/model/drawn-person.fixture.ts'
import { testEach } from '#tests/support/each.ts'
import { measureLight } from './light.ts'
import { facialSkin } from './skin.ts'

const SIZE = 240
const mesh = drawnMesh(120, 120, 180)

/** A matt face, an ellipsoid as the drawn mesh has it, lit from a direction over an even light. */
function lit([lx, ly, lz]: readonly [number, number, number], strength: number) {
  const data = new Uint8Array(SIZE * SIZE * 3)
  for (let i = 0; i < SIZE * SIZE; i++) {
    const u = ((i % SIZE) - 120) / (180 * 0.38)
    const v = (Math.floor(i / SIZE) - 120) / 90
    const depth = Math.sqrt(Math.max(0.02, 1 - u * u - v * v))
    const n = [u / (180 * 0.38), v / 90, depth / (180 * 0.35)]
    const facing = ((n[0] ?? 0) * lx + (n[1] ?? 0) * ly + (n[2] ?? 0) * lz) / Math.hypot(...n)
    data.fill(255 * fastCode(0.25 * (1 + strength * facing)), i * 3, i * 3 + 3)
  }
  return measureLight({ width: SIZE, height: SIZE, data }, mesh, facialSkin(mesh, SIZE, SIZE))
}

testEach([
  ['right', [0.7, 0, 0.7], -1],
  ['left', [-0.7, 0, 0.7], 1],
  ['above', [0, -0.7, 0.7], 0],
  ['the camera', [0, 0, 1], 0],
] as const)('light from %s is seen there', (_, direction, side) => {
  const { leftToRight } = lit(direction, 0.6)
  if (side === 0) expect(Math.abs(leftToRight)).toBeLessThan(0.05)
  else expect(leftToRight * side).toBeGreaterThan(0.15)
})
