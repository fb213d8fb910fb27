import { describe, test } from 'node:test'
import { expect } from 'expect'
import { acceptedAt, areaUnderCurve, boundsOf, equalErrorLimit, independentOf, refusedAt } from './rates.ts'
import type { Pair } from './rates.ts'

const own = (...cosines: number[]): Pair[] => cosines.map((cosine) => ({ people: ['a', 'a'], cosine }))
const strange = (...cosines: number[]): Pair[] => cosines.map((cosine) => ({ people: ['a', 'b'], cosine }))

describe('rates', () => {
  test("own pictures under the limit are refused, strangers' at the limit are accepted", () => {
    expect(refusedAt(own(0.5, 0.6, 0.7), 0.6)).toEqual({ wrong: 1, of: 3 })
    expect(acceptedAt(strange(0.5, 0.6, 0.7), 0.6)).toEqual({ wrong: 2, of: 3 })
  })

  test('separated distributions have an area of 1 and no error', () => {
    const [genuine, impostor] = [own(0.7, 0.8), strange(0.3, 0.4)]
    expect(areaUnderCurve(genuine, impostor)).toBe(1)
    const limit = equalErrorLimit(genuine, impostor)
    expect([refusedAt(genuine, limit).wrong, acceptedAt(impostor, limit).wrong]).toEqual([0, 0])
  })

  test('equal distributions have half of the area', () => {
    expect(areaUnderCurve(own(0.5, 0.5), strange(0.5))).toBe(0.5)
    expect(equalErrorLimit([], strange(0.5))).toBeNaN()
  })
})

describe('confidence', () => {
  test('no error among few proves little, none among many proves more', () => {
    const [few, many] = [boundsOf({ wrong: 0, of: 100 }, 10), boundsOf({ wrong: 0, of: 100 }, 1000)]
    expect(few.from).toBe(0)
    expect(few.to).toBeCloseTo(0.278, 3)
    expect(many.to).toBeLessThan(0.005)
  })

  test('half of ten people', () => {
    const { share, from, to } = boundsOf({ wrong: 20, of: 40 }, 10)
    expect(share).toBe(0.5)
    expect([from, to].map((bound) => Number(bound.toFixed(3)))).toEqual([0.237, 0.763])
  })

  test('without cases the bounds are 0 and 1', () => {
    expect(boundsOf({ wrong: 0, of: 0 }, 0)).toEqual({ share: NaN, from: 0, to: 1 })
  })

  test('many pictures of two people count as one pair', () => {
    const pairs: Pair[] = [...strange(0.1, 0.2), { people: ['b', 'a'], cosine: 0.3 }]
    expect(independentOf(pairs)).toBe(1)
  })
})
