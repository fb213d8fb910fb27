import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { isPersons } from './reconcile.ts'

const UNIT = 100
/** A patch on which the picture's edges do not decide. */
const patch = { area: 0.1, person: 0.5, cutOut: 0.1, edgeWithin: 0.2, edgeWithout: 0.2, open: 60 }

testEach<[string, Parameters<typeof isPersons>[0], boolean]>([
  ['a sleeve without an edge at the body', { ...patch, edgeWithin: 0.1 }, true],
  ['somebody behind, parted from the body by an edge', { ...patch, edgeWithin: 0.4 }, false],
  ['a shirt within the jacket', { ...patch, person: 1, edgeWithin: 0.7, edgeWithout: 0, open: 3 }, true],
  [
    'a wall between curl and shoulder',
    { ...patch, person: 0.76, edgeWithin: 0.2, edgeWithout: 0.08, open: 9 },
    false,
  ],
  ['cloth that the cut-out net sees half', { ...patch, edgeWithin: 0.4, cutOut: 0.4 }, true],
  ['a letter above the hair, small', { ...patch, area: 0.01, edgeWithin: 0.1 }, false],
])('%s', (_, dispute, isTheirs) => {
  expect(isPersons(dispute, UNIT)).toBe(isTheirs)
})
