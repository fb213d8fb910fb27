import { expect, test } from '@jest/globals'
import { ERROR_CODES } from '#contract/errors.ts'
import { meansMissing } from './missing.tsx'

test('an address is missing when its person or bundle is, or when it cannot be one; nothing else is', () => {
  expect(ERROR_CODES.filter(meansMissing)).toEqual([
    'parameter_invalid',
    'person_not_found',
    'bundle_not_found',
  ])
})
