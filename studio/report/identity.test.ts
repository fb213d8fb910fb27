import { test } from 'node:test'
import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { compareIdentities } from './identity.ts'
import type { Identity } from './identity.ts'

/** Unit vectors in the plane, by their angles in degrees: cosines are those of the differences. */
function person(label: string, ...angles: number[]): Identity {
  const descriptors = angles.map((angle) => {
    const radians = (angle * Math.PI) / 180
    return Float32Array.of(Math.cos(radians), Math.sin(radians))
  })
  return { label, kind: 'photographs', descriptors, refused: [] }
}

test('all pairs are counted once, within and across people', () => {
  const figures = compareIdentities([person('a', 0, 10, 20), person('b', 90, 100)])
  expect(figures).toMatchObject({ people: 2, selfies: 5 })
  expect(figures.genuine).toHaveLength(4)
  expect(figures.genuine[0]).toBeCloseTo(Math.cos(Math.PI / 9), 6)
  expect(figures.impostor).toHaveLength(6)
  expect(figures.impostor.at(-1)).toBeCloseTo(Math.cos((7 * Math.PI) / 18), 6)
})

testEach([
  ['strangers far off and selfies alike', [person('a', 0, 5, 10), person('b', 90, 95, 100)], [0, 6], [0, 6]],
  ['a look-alike', [person('a', 0, 5, 10), person('b', 20)], [0, 3], [1, 1]],
  ['one selfie far from the others', [person('a', 0, 2, 4, 75)], [1, 4], [0, 0]],
  ['two selfies are too few for refusals', [person('a', 0, 5), person('b', 5, 6)], [0, 0], [4, 4]],
] as const)('error rates at each person’s own threshold: %s', (_name, people, rejects, accepts) => {
  const { falseRejects, falseAccepts } = compareIdentities(people)
  expect([falseRejects.wrong, falseRejects.of]).toEqual(rejects)
  expect([falseAccepts.wrong, falseAccepts.of]).toEqual(accepts)
})

test('a face refused for its quality counts as a stranger, not as a person', () => {
  const poor = { ...person('b'), refused: person('', 90).descriptors }
  const figures = compareIdentities([person('a', 0, 10), poor])
  expect(figures).toMatchObject({ selfies: 2, falseAccepts: { wrong: 0, of: 1 } })
  expect([figures.genuine.length, figures.impostor.length]).toEqual([1, 2])
})
