import { expect, test } from '@jest/globals'
import { consentsByPerson, type Consent } from './consent-status.ts'

const said = (personId: string, kind: Consent['kind'], day: number): Consent => ({
  personId,
  kind,
  version: 'biometric-1',
  at: `2026-03-0${day}T10:00:00.000Z`,
})

test('the latest event decides for each person, and earlier ones are listed', () => {
  const [again, taken, first] = [said('a', 'granted', 3), said('a', 'withdrawn', 2), said('a', 'granted', 1)]
  const other = said('b', 'withdrawn', 2)
  expect(consentsByPerson([again, taken, other, first])).toEqual([
    { personId: 'a', latest: again, earlier: [taken, first] },
    { personId: 'b', latest: other, earlier: [] },
  ])
  expect(consentsByPerson([])).toEqual([])
})
