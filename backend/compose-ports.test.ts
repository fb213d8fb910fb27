import { test } from 'node:test'
import { expect } from 'expect'
import { licensed, promisesOf } from './compose-ports.ts'
import { cogOutlook } from './providers/engine/cog/outlook.ts'
import type { CogWeights } from './providers/engine/cog/weights.ts'
import { bflOutlook } from './providers/engine/bfl/outlook.ts'
import { falOutlook } from './providers/engine/fal/outlook.ts'
import { studioOutlook } from './providers/studio/outlook.ts'

test('weights that may not be used commercially are refused where they run on our own machines', () => {
  const outlook = (weights: CogWeights) => cogOutlook({ weights, addresses: ['http://gpu:5000'] })
  expect(licensed(outlook('flux-2-klein-4b')).profile.can.inFlight).toBe(1)
  expect(() => licensed(outlook('flux-2-klein-9b'))).toThrow(/ENGINES=cog: .* forbids commercial use/)
})

test('an engine whose licence forbids commercial use is refused by name at the start', () => {
  const { profile } = studioOutlook
  const licence = { name: 'FLUX.1-dev', allowsCommercialUse: false }
  expect(licensed(studioOutlook)).toBe(studioOutlook)
  expect(() => licensed({ ...studioOutlook, profile: { ...profile, name: 'added', licence } })).toThrow(
    'ENGINES=added: FLUX.1-dev forbids commercial use',
  )
})

test('the promise covers what every allowed engine can do; without an allowed engine the start is refused', () => {
  const fal = falOutlook({ inFlight: 2 })
  const inEurope = bflOutlook({ baseUrl: 'https://api.eu.bfl.ai' })
  expect(promisesOf([fal, studioOutlook], 'any').of('library')?.cares).toEqual(fal.cares)
  expect(promisesOf([fal, studioOutlook], 'eu').of('library')?.cares).toEqual(studioOutlook.cares)
  expect(promisesOf([fal, inEurope], 'eu').of('library')?.headshotsFrom(4)).toBe(inEurope.headshotsFrom(4))
  const abroad = bflOutlook({ baseUrl: 'https://api.bfl.ai' })
  expect(() => promisesOf([fal, abroad], 'eu')).toThrow('ENGINE_REGIONS=eu leaves none of ENGINES')
})
