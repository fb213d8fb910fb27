import { describe, expect, test } from '@jest/globals'
import { certaintyOf, placeOf, reachOf } from './certainty.ts'

const headshot = (low: number, high: number, compared = 1) => ({
  low,
  high,
  winCount: compared,
  lossCount: 0,
})

describe('how far a ranking can be trusted', () => {
  test.each([
    ['without votes', [headshot(-2, 2, 0), headshot(-2, 2, 0)], 'none', 2],
    ['where all overlap', [headshot(-1, 2), headshot(-2, 1)], 'open', 2],
    ['where many reach into the first', [...Array(5)].map((_, i) => headshot(-i, 2 - i / 10)), 'open', 5],
    ['where a few do', [headshot(1, 3), headshot(0, 1.5), headshot(-2, 0.5)], 'close', 2],
    ['where none does', [headshot(1, 3), headshot(-1, 0.9), headshot(-2, 0)], 'clear', 1],
    ['of nothing', [], 'none', 0],
  ] as const)('%s', (_, ranking, kind, candidateCount) => {
    expect(certaintyOf(ranking)).toEqual({ kind, candidateCount })
  })
})

test('every interval is on the scale, with the average in the middle', () => {
  const reach = reachOf([headshot(-1, 3.5), headshot(-2.5, 1)])
  expect(reach).toBe(3.5)
  expect([0, 3.5, -3.5, 9].map((strength) => placeOf(strength, reach))).toEqual([50, 100, 0, 100])
  expect(reachOf([headshot(-0.1, 0.1)])).toBe(2)
})
