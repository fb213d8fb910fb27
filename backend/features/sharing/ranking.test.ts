import { describe, test } from 'node:test'
import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { PRIOR_DEVIATION, informationOf, rank, type Wins } from './ranking.ts'

/** From rows of `[winner, loser, count]`. */
const winsOf = (rows: [number, number, number][]): Wins[] =>
  rows.map(([winner, loser, count]) => ({ winner, loser, count }))

/** Strengths and standard errors as another program finds them, which minimizes the same posterior by BFGS. */
testEach<[string, number, [number, number, number][], number[], number[]]>([
  ['nobody voted', 2, [], [0, 0], [0.707107, 0.707107]],
  ['one vote', 2, [[0, 1, 1]], [0.337416, -0.337416], [0.587802, 0.587802]],
  ['ten of ten', 2, [[0, 1, 10]], [1.064017, -1.064017], [0.415112, 0.415112]],
  [
    'a chain with some doubt',
    3,
    [
      [0, 1, 3],
      [1, 0, 1],
      [1, 2, 3],
      [2, 1, 1],
    ],
    [0.50524, 0, -0.50524],
    [0.549147, 0.417952, 0.549147],
  ],
  [
    'a circle',
    3,
    [
      [0, 1, 1],
      [1, 2, 1],
      [2, 0, 1],
    ],
    [0, 0, 0],
    [0.617213, 0.617213, 0.617213],
  ],
  [
    'two islands, which nothing compares',
    4,
    [
      [0, 1, 2],
      [2, 3, 2],
    ],
    [0.521298, -0.521298, 0.521298, -0.521298],
    [0.729624, 0.729624, 0.729624, 0.729624],
  ],
  ['one that no vote compared', 3, [[0, 1, 4]], [0.740774, -0.740774, 0], [0.627057, 0.627057, 0.816497]],
  [
    'uneven numbers',
    4,
    [
      [0, 1, 5],
      [1, 0, 2],
      [0, 2, 4],
      [2, 0, 4],
      [1, 3, 6],
      [3, 1, 1],
      [2, 3, 3],
    ],
    [0.559023, 0.041011, 0.531923, -1.131957],
    [0.385613, 0.408368, 0.456078, 0.50084],
  ],
])('%s', (_name, itemCount, rows, strengths, errors) => {
  const { standings } = rank(itemCount, winsOf(rows))
  expect(standings).toHaveLength(itemCount)
  standings.forEach(({ strength, standardError }, i) => {
    expect(strength).toBeCloseTo(strengths[i] ?? NaN, 5)
    expect(standardError).toBeCloseTo(errors[i] ?? NaN, 5)
  })
})

describe('with a prior too wide to matter, the result is the published solution', () => {
  // Agresti, Categorical Data Analysis: the American League of 1987, wins of row over column.
  const names = ['Milwaukee', 'Detroit', 'Toronto', 'New York', 'Boston', 'Cleveland', 'Baltimore']
  const table = [
    [0, 7, 9, 7, 7, 9, 11],
    [6, 0, 7, 5, 11, 9, 9],
    [4, 6, 0, 7, 7, 8, 12],
    [6, 8, 6, 0, 6, 7, 10],
    [6, 2, 6, 7, 0, 7, 12],
    [4, 4, 5, 6, 6, 0, 6],
    [2, 4, 1, 3, 1, 7, 0],
  ]
  const season = table.flatMap((row, winner) => row.map((count, loser) => ({ winner, loser, count })))
  const ranking = rank(names.length, season, 1000)
  const baltimore = names.length - 1

  testEach([
    ['Milwaukee', 1.5814, 0.3433],
    ['Detroit', 1.4364, 0.3396],
    ['Toronto', 1.2945, 0.3367],
    ['New York', 1.2476, 0.3359],
    ['Boston', 1.1077, 0.3339],
    ['Cleveland', 0.6839, 0.3319],
  ])('%s against Baltimore', (name, odds, standardError) => {
    const i = names.indexOf(name)
    const strength = (position: number) => ranking.standings[position]?.strength ?? NaN
    expect(strength(i) - strength(baltimore)).toBeCloseTo(odds, 3)
    expect(ranking.standardErrorOf(i, baltimore)).toBeCloseTo(standardError, 3)
  })
})

describe('any votes', () => {
  testEach([
    ['no items', 0, []],
    ['one item', 1, []],
    [
      'a thousand to none',
      3,
      winsOf([
        [0, 1, 1000],
        [1, 2, 1000],
      ]),
    ],
  ])('%s: strengths are finite and average nothing', (_name, itemCount, wins) => {
    const { standings } = rank(itemCount, wins)
    expect(standings).toHaveLength(itemCount)
    expect(
      standings.every(({ strength, standardError }) => isFinite(strength) && isFinite(standardError)),
    ).toBe(true)
    expect(standings.reduce((sum, { strength }) => sum + strength, 0)).toBeCloseTo(0, 8)
  })

  test('the order of votes does not matter', () => {
    const wins = winsOf([
      [0, 1, 3],
      [1, 2, 2],
      [2, 0, 1],
      [3, 1, 4],
    ])
    const forwards = rank(4, wins).standings
    rank(4, wins.toReversed()).standings.forEach(({ strength }, i) => {
      expect(strength).toBeCloseTo(forwards[i]?.strength ?? NaN, 10)
    })
  })

  test('a headshot that wins all of many votes ranks above one that wins most', () => {
    const [all, most, few] = rank(
      3,
      winsOf([
        [0, 2, 9],
        [1, 2, 8],
        [2, 1, 1],
      ]),
    ).standings
    expect(all?.strength).toBeGreaterThan(most?.strength ?? NaN)
    expect(most?.strength).toBeGreaterThan(few?.strength ?? NaN)
  })

  test('each further vote lowers the standard error', () => {
    const errors = [0, 1, 2, 4, 8].map((n) =>
      rank(
        2,
        winsOf([
          [0, 1, n],
          [1, 0, n],
        ]),
      ).standardErrorOf(0, 1),
    )
    expect(errors).toEqual(errors.toSorted((one, other) => other - one))
    expect(errors[0]).toBeCloseTo(PRIOR_DEVIATION * Math.SQRT2, 10)
  })
})

describe('the information of one more vote', () => {
  test('is highest between two headshots without votes', () => {
    const ranking = rank(
      4,
      winsOf([
        [0, 1, 2],
        [1, 0, 2],
      ]),
    )
    expect(informationOf(ranking, 2, 3)).toBeGreaterThan(informationOf(ranking, 0, 2))
    expect(informationOf(ranking, 0, 2)).toBeGreaterThan(informationOf(ranking, 0, 1))
  })

  test('is higher between two close headshots than between two far apart', () => {
    const ranking = rank(
      4,
      winsOf([
        [0, 2, 9],
        [0, 3, 9],
        [1, 2, 9],
        [1, 3, 9],
      ]),
    )
    expect(informationOf(ranking, 0, 1)).toBeGreaterThan(informationOf(ranking, 0, 3))
  })

  test('is the same in either order', () => {
    const ranking = rank(
      3,
      winsOf([
        [0, 1, 3],
        [1, 2, 1],
      ]),
    )
    expect(informationOf(ranking, 0, 2)).toBeCloseTo(informationOf(ranking, 2, 0), 12)
  })
})
