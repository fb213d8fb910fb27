import { test } from 'node:test'
import { expect } from 'expect'
import { licensed } from './compose-ports.ts'
import { studioOutlook } from './providers/studio/outlook.ts'

test('an engine whose licence forbids commercial use is refused by name at the start', () => {
  const { profile } = studioOutlook
  const licence = { name: 'FLUX.1-dev', allowsCommercialUse: false }
  expect(licensed(studioOutlook)).toBe(studioOutlook)
  expect(() => licensed({ ...studioOutlook, profile: { ...profile, name: 'added', licence } })).toThrow(
    'ENGINE=added: FLUX.1-dev forbids commercial use',
  )
})
