import { expect, test } from '@jest/globals'
import { ERROR_CODES } from '#contract/errors.ts'
import { meansMissing } from './missing.tsx'

test('an address counts as missing for a missing person or bundle, or a malformed id; other errors do not', () => {
  expect(ERROR_CODES.filter(meansMissing)).toEqual([
    'parameter_invalid',
    'person_not_found',
    'bundle_not_found',
  ])
})
