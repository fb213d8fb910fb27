import { test } from 'node:test'
import { expect } from 'expect'
import { cellsAbove } from '#studio/planes/mask.ts'
import { testEach } from '#tests/support/each.ts'
import { LIMIT, relightGain } from './relight.ts'
import type { Normals } from './relight.ts'

const SIDE = 48

/** Normals of half an egg that fills the grid, all of it face. */
function egg(): { normals: Normals; skin: number[] } {
  const size = SIDE * SIDE
  const normals: Normals = {
    width: SIDE,
    height: SIDE,
    x: new Float32Array(size),
    y: new Float32Array(size),
    z: new Float32Array(size).fill(1),
    face: new Float32Array(size),
    unit: SIDE,
  }
  for (let row = 0; row < SIDE; row++) {
    for (let column = 0; column < SIDE; column++) {
      const i = row * SIDE + column
      const x = (column - 23.5) / 22
      const y = (row - 23.5) / 23
      const rest = 1 - x * x - y * y
      if (rest <= 0.02) continue
      normals.x[i] = x
      normals.y[i] = y
      normals.z[i] = Math.sqrt(rest)
      normals.face[i] = 1
    }
  }
  return { normals, skin: cellsAbove(normals.face, 0.5) }
}

function litFrom(normals: Normals, lx: number): Float32Array {
  return normals.x.map((x, i) => Math.log(0.12 + 0.25 * Math.max(0, x * lx + (normals.z[i] ?? 0) * 0.7)))
}

const meanLight = (log: Float32Array, skin: readonly number[], gain?: Float32Array) =>
  skin.reduce((sum, i) => sum + Math.exp((log[i] ?? 0) + (gain?.[i] ?? 0)), 0) / skin.length

const order = { key: 0.9, azimuthDeg: 45, elevationDeg: 30 } as const

testEach(['left', 'right'] as const)(
  'a key from the %s brightens that side and keeps the mean of the skin',
  (side) => {
    const { normals, skin } = egg()
    const logLuminance = litFrom(normals, 0)
    const gain = relightGain({ ...order, normals, logLuminance, skin, side }).data
    const before = meanLight(logLuminance, skin)
    // The gains are shifted to keep the mean; only single precision rounding remains.
    expect(Math.abs(meanLight(logLuminance, skin, gain) / before - 1)).toBeLessThan(1e-3)
    const left = gain[24 * SIDE + 8] ?? 0
    const right = gain[24 * SIDE + 39] ?? 0
    expect(side === 'left' ? left - right : right - left).toBeGreaterThan(0.15)
  },
)

test('light from the other side is evened out before the key falls', () => {
  const { normals, skin } = egg()
  const logLuminance = litFrom(normals, 0.7)
  const gain = relightGain({ ...order, normals, logLuminance, skin, side: 'left', key: 0 }).data
  const contrast = (log: Float32Array) => (log[24 * SIDE + 39] ?? 0) - (log[24 * SIDE + 8] ?? 0)
  const evened = logLuminance.map((value, i) => value + (gain[i] ?? 0))
  expect(contrast(evened)).toBeLessThan(contrast(logLuminance) * 0.75)
  expect(contrast(evened)).toBeGreaterThan(0)
})

test('a key takes less light from the far side than it gives to the near one', () => {
  const { normals, skin } = egg()
  const logLuminance = normals.x.map(() => -2)
  const gain = relightGain({ ...order, normals, logLuminance, skin, side: 'left', key: 3 }).data
  const row = 24 * SIDE
  const middle = gain[row + 23] ?? 0
  expect(Math.min(...gain)).toBeGreaterThan(middle - 0.7)
  expect(Math.max(...gain) - Math.min(...gain)).toBeLessThan(1.5 * LIMIT + 1e-4)
})

test('no gain goes beyond its limit by more than the shift that keeps the mean', () => {
  const { normals, skin } = egg()
  const logLuminance = litFrom(normals, 2)
  const gain = relightGain({ ...order, normals, logLuminance, skin, side: 'left', key: 4 }).data
  expect(Math.max(...gain) - Math.min(...gain)).toBeLessThanOrEqual(2 * LIMIT + 1e-4)
})
