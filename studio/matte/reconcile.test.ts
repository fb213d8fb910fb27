import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { isPersons } from './reconcile.ts'

const UNIT = 100
/** A patch on which the picture's edges do not decide. */
const patch = { area: 0.1, person: 0.95, cutOut: 0.1, edgeWithin: 0.2, edgeWithout: 0.2, open: 60 }

testEach<[string, Parameters<typeof isPersons>[0], boolean]>([
  ['a sleeve without an edge at the body', { ...patch, edgeWithin: 0.1 }, true],
  ['a wall that the net of people is not sure of', { ...patch, person: 0.8, edgeWithin: 0.1 }, false],
  ['a person behind, parted from the body by an edge', { ...patch, edgeWithin: 0.4 }, false],
  ['a coat, parted by an edge from the shirt', { ...patch, person: 0.98, edgeWithin: 0.4 }, true],
  ['a shirt within the jacket', { ...patch, person: 1, edgeWithin: 0.7, edgeWithout: 0, open: 3 }, true],
  [
    'a wall between curl and shoulder',
    { ...patch, person: 0.76, edgeWithin: 0.2, edgeWithout: 0.08, open: 9 },
    false,
  ],
  [
    'dark hair before the dark, that the cut-out net sees half',
    { ...patch, person: 0.8, edgeWithin: 0.07, edgeWithout: 0.01, cutOut: 0.4 },
    true,
  ],
  ['a person behind, whom the cut-out net sees half', { ...patch, edgeWithin: 0.4, cutOut: 0.4 }, false],
  ['a letter above the hair, small', { ...patch, area: 0.01, edgeWithin: 0.1 }, false],
  [
    'a shadow beside the hair, small, that both nets half see',
    { ...patch, area: 0.01, person: 0.9, cutOut: 0.4 },
    false,
  ],
  ['a lock, small, that both nets nearly see', { ...patch, area: 0.01, cutOut: 0.45 }, true],
])('%s', (_, dispute, isTheirs) => {
  expect(isPersons(dispute, UNIT)).toBe(isTheirs)
})
