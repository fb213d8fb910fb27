import { describe, expect, test } from '#tests/support/node-test.ts'
import { soilMemory } from '#studio/kernels/soiled.fixture.ts'
import { createRandom } from '#studio/scene/noise.ts'
import { denoise } from './denoise.ts'
import type { Grainy } from './denoise.ts'

const SIDE = 96
const EDGE = 48

/** A dark and a light half with a sharp edge and noise of the given strength, code values 0..255, of light or colours. */
function noisy(sigma: number, of: 'light' | 'colours' = 'colours'): Grainy {
  const random = createRandom(3)
  const colours = new Uint8Array(SIDE * SIDE * 3)
  for (let i = 0; i < SIDE * SIDE; i++) {
    const base = i % SIDE < EDGE ? [40, 42, 50] : [190, 150, 130]
    const draw = () => (random() + random() + random() + random() - 2) * Math.sqrt(3) * sigma
    const light = draw()
    base.forEach((value, c) => {
      const noise = of === 'light' ? light : draw()
      colours[i * 3 + c] = Math.round(Math.min(255, Math.max(0, value + noise)))
    })
  }
  return { width: SIDE, height: SIDE, colours, alpha: new Uint8Array(SIDE * SIDE).fill(255) }
}

function spread(data: Uint8Array, from: number, to: number, c: number): number {
  let sum = 0
  let squares = 0
  let count = 0
  for (let y = 8; y < SIDE - 8; y++) {
    for (let x = from; x < to; x++) {
      const value = data[(y * SIDE + x) * 3 + c] ?? 0
      sum += value
      squares += value * value
      count++
    }
  }
  return Math.sqrt(squares / count - (sum / count) ** 2)
}

describe('denoise', () => {
  const source = noisy(6)
  soilMemory()
  const clean = denoise(source, 1.2)

  test.each([
    ['a dark suit', 6, EDGE - 6],
    ['skin', EDGE + 6, SIDE - 6],
  ])('takes most of the noise of %s', (_, from, to) => {
    for (const c of [0, 1, 2])
      expect(spread(clean, from, to, c)).toBeLessThan(0.5 * spread(source.colours, from, to, c))
  })

  test('leaves some: skin without any noise looks like wax', () => {
    expect(spread(clean, EDGE + 6, SIDE - 6, 1)).toBeGreaterThan(0.8)
  })

  test('leaves pores and strands, which are as strong as a little noise of light', () => {
    const pores = noisy(4, 'light')
    const kept = denoise(pores, 1)
    expect(spread(kept, EDGE + 6, SIDE - 6, 1)).toBeGreaterThan(
      0.75 * spread(pores.colours, EDGE + 6, SIDE - 6, 1),
    )
  })

  test('keeps an edge sharp', () => {
    const step = (data: Uint8Array) => {
      let sum = 0
      for (let y = 8; y < SIDE - 8; y++)
        sum += (data[(y * SIDE + EDGE) * 3 + 1] ?? 0) - (data[(y * SIDE + EDGE - 1) * 3 + 1] ?? 0)
      return sum / (SIDE - 16)
    }
    expect(step(clean)).toBeGreaterThan(0.93 * step(source.colours))
  })

  test('gives a clean picture back untouched', () => {
    const still = noisy(0.4)
    expect(denoise(still, 1)).toBe(still.colours)
  })
})
