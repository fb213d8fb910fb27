import { describe, expect, test } from '#tests/support/node-test.ts'
import type { ModelSelfie } from '#studio/person/model.ts'
import { buildModel } from '#studio/person/model.ts'
import { drawnSelfie } from '#studio/person/drawn-person.fixture.ts'
import { USUAL_VARIATIONS, VARIATIONS } from '#studio/scene/styles.ts'
import { planBundle, sideOf } from './plan.ts'

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
  test.each([2, 3, 4, 5, 12])('repeats no selfie, side and crop among %i selfies', (count) => {
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

  test('spreads selfies, crops and, where the light allows, sides', () => {
    const model = selfies([2, 0], [1.9, 0], [1.8, 0], [1.7, 0])
    const shots = planBundle(model, 'library', 12)
    const uses = (key: (shot: (typeof shots)[number]) => string | number) => {
      const counts = new Map<string | number, number>()
      for (const shot of shots) counts.set(key(shot), (counts.get(key(shot)) ?? 0) + 1)
      return [...counts.values()]
    }
    expect(uses(({ selfieId }) => selfieId)).toEqual([3, 3, 3, 3])
    expect(uses(({ variation }) => variation)).toEqual(Array<number>(USUAL_VARIATIONS).fill(3))
    const left = shots.filter(({ variation }) => VARIATIONS[variation]?.side === 'left')
    expect(left).toHaveLength(6)
  })

  test('turns to what the good selfies have left, and then to clearly worse ones', () => {
    const shots = planBundle(selfies([2, 0], [1.9, 0], [0.9, 0]), 'library', 18)
    const usual = (from: number, to: number) =>
      shots.slice(from, to).map(({ variation }) => variation < USUAL_VARIATIONS)
    expect(usual(0, 8)).toEqual(Array<boolean>(8).fill(true))
    expect(usual(8, 12)).toEqual(Array<boolean>(4).fill(false))
    const worse = shots.map(({ selfieId }) => selfieId === 's2')
    expect(worse.indexOf(true)).toBe(12)
    expect(worse.slice(12)).toEqual(Array<boolean>(6).fill(true))
  })
})

describe('sideOf', () => {
  const sides = (leftToRight: number) =>
    VARIATIONS.slice(0, USUAL_VARIATIONS).map((_, variation) => {
      const selfie = selfies([1, leftToRight]).selfies[0]
      return selfie && sideOf(selfie, variation)
    })

  test.each([
    ['even light: as planned', 0, ['left', 'right', 'right', 'left']],
    ['light from the left: its side first', 0.2, ['left', 'right', 'right', 'left']],
    ['light from the right: its side first', -0.2, ['right', 'left', 'left', 'right']],
    ['hard light from the right: no other is believed', -0.7, ['right', 'right', 'right', 'right']],
    ['hard light from the left', 0.7, ['left', 'left', 'left', 'left']],
  ])('%s', (_, leftToRight, expected) => {
    expect(sides(leftToRight)).toEqual(expected)
  })
})
