import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { isPersons } from './reconcile.ts'

const UNIT = 100
/** A patch of one kind that the picture's edges say nothing of. */
const patch = { area: 0.1, person: 0.5, cutOut: 0.1, edgeWithin: 0.2, edgeWithout: 0.2, open: 60 }
const leftOut = { ...patch, kind: 'left_out' as const }
const takenIn = { ...patch, kind: 'taken_in' as const, person: 0.2, cutOut: 0.9 }

testEach<[string, Parameters<typeof isPersons>[0], boolean]>([
  ['a sleeve without an edge at the body', { ...leftOut, edgeWithin: 0.1 }, true],
  ['somebody behind, parted from the body by an edge', { ...leftOut, edgeWithin: 0.4 }, false],
  ['a shirt within the jacket', { ...leftOut, person: 1, edgeWithin: 0.7, edgeWithout: 0, open: 3 }, true],
  [
    'a wall between curl and shoulder',
    { ...leftOut, person: 0.76, edgeWithin: 0.2, edgeWithout: 0.08, open: 9 },
    false,
  ],
  ['cloth that the cut-out net sees half', { ...leftOut, edgeWithin: 0.4, cutOut: 0.4 }, true],
  ['a letter above the hair, small', { ...leftOut, area: 0.01, edgeWithin: 0.1 }, false],
  ['flying hair, with an edge at the wall', { ...takenIn, edgeWithout: 0.3 }, true],
  ['a ceiling above the hair, with none', { ...takenIn, edgeWithin: 0.3, edgeWithout: 0.06 }, false],
  ['a wide patch where there is surely nobody', { ...takenIn, person: 0.02 }, false],
  ['a letter on the wall that touches nothing', { ...takenIn, edgeWithin: 0 }, false],
])('%s', (_, dispute, isTheirs) => {
  expect(isPersons(dispute, UNIT)).toBe(isTheirs)
})
