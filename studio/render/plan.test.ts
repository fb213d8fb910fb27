import { describe, test } from 'node:test'
import { expect } from 'expect'
import type { ModelSelfie } from '#studio/model/model.ts'
import { buildModel } from '#studio/model/model.ts'
import { drawnSelfie } from '#studio/model/drawn-person.fixture.ts'
import { USUAL_VARIATIONS, VARIATIONS } from '#studio/scene/styles.ts'
import { testEach } from '#tests/support/each.ts'
import { framingOf, headshotsFrom, planBundle, sideOf } from './plan.ts'

const drawn = buildModel([drawnSelfie('a', { l: 58, a: 14, b: 19 }, 1, 1 / 8)], []).selfies[0]

/** Selfies of given rank and light, best first; positive light comes from the picture's left. */
function selfies(...kinds: [rank: number, leftToRight: number][]): { selfies: ModelSelfie[] } {
  if (!drawn) throw new Error('a selfie expected')
  return {
    selfies: kinds.map(([rank, leftToRight], index) => ({
      ...drawn,
      id: `s${index}`,
      rank,
      light: { ...drawn.light, leftToRight },
    })),
  }
}

const LIT = [0, 0.1, -0.1, 0.7, -0.7] as const

describe('planBundle', () => {
  testEach([2, 3, 4, 5, 12])('repeats no selfie, side and crop among %i selfies', (count) => {
    const model = selfies(
      ...Array.from({ length: count }, (_, k): [number, number] => [2 - 0.2 * k, LIT[k % LIT.length] ?? 0]),
    )
    const shots = planBundle(model, 'library', 12)
    expect(shots).toHaveLength(Math.min(12, 6 * count))
    const names = shots.map(({ selfieId, variation }) => {
      const selfie = model.selfies.find(({ id }) => id === selfieId)
      if (!selfie) throw new Error(selfieId)
      const { tightness, offset } = VARIATIONS[variation] ?? { tightness: 0, offset: 0 }
      return [selfieId, sideOf(selfie, variation), tightness, offset].join(' ')
    })
    expect(new Set(names).size).toBe(shots.length)
  })

  test('takes every selfie once, then each a second time, near and far in turns', () => {
    // The last one is far worse than the best, but all good selfies are used.
    const model = selfies([2, 0], [1.9, 0], [0.2, 0])
    const shots = planBundle(model, 'library', 6)
    expect(shots.map(({ selfieId }) => selfieId)).toEqual(['s0', 's1', 's2', 's0', 's1', 's2'])
    expect(shots.map(({ variation }) => variation % 2)).toEqual([0, 1, 0, 1, 0, 1])
    expect(new Set(shots.map(framingOf)).size).toBe(headshotsFrom(3))
    const tightness = (near: number) =>
      VARIATIONS.filter((_, variation) => variation % 2 === near).map(({ tightness: value }) => value)
    expect(Math.min(...tightness(1))).toBeGreaterThan(1.1 * Math.max(...tightness(0)))
  })

  test('a substitute for a refused shot has its framing', () => {
    const shots = planBundle(selfies([2, 0], [1.9, 0]), 'library', 100)
    expect(shots).toHaveLength(2 * VARIATIONS.length)
    expect(new Set(shots.slice(4).map(framingOf))).toEqual(new Set(shots.slice(0, 4).map(framingOf)))
  })
})

describe('sideOf', () => {
  const sides = (leftToRight: number) =>
    VARIATIONS.slice(0, USUAL_VARIATIONS).map((_, variation) => {
      const selfie = selfies([1, leftToRight]).selfies[0]
      return selfie && sideOf(selfie, variation)
    })

  testEach([
    ['even light: as planned', 0, ['left', 'right', 'right', 'left']],
    ['light from the left: its side first', 0.2, ['left', 'right', 'right', 'left']],
    ['light from the right: its side first', -0.2, ['right', 'left', 'left', 'right']],
    ['hard light from the right: no other is believed', -0.7, ['right', 'right', 'right', 'right']],
    ['hard light from the left', 0.7, ['left', 'left', 'left', 'left']],
  ])('%s', (_, leftToRight, expected) => {
    expect(sides(leftToRight)).toEqual(expected)
  })
})
