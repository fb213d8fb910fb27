import { test } from 'node:test'
import { expect } from 'expect'
import type { ExportPreset } from '#contract/headshot-files.ts'
import { testEach } from '#tests/support/each.ts'
import { inSuggestedOrder, suggestedPresets } from './suggested-presets.ts'

testEach([
  ['de', ['de-DE', 'de'], ['cv-germany-switzerland', 'linkedin-400', 'xing-1024']],
  ['fr', ['fr-CH'], ['cv-germany-switzerland', 'linkedin-400', 'xing-1024']],
  ['fr', ['fr'], ['cv-france', 'linkedin-400']],
  ['en', ['en', 'it-IT'], ['cv-spain-italy', 'linkedin-400']],
  ['en', ['en-US', 'de-DE'], ['linkedin-400']],
  ['es', ['es-MX'], ['linkedin-400']],
  ['it', ['not a language', 'it'], ['cv-spain-italy', 'linkedin-400']],
  ['en', [], ['linkedin-400']],
] as const)('in %s with %j: %j', (locale, languages, expected) => {
  expect(suggestedPresets(locale, languages)).toEqual(expected)
})

test('suggested formats come first, the others keep their order', () => {
  const cuts = (['original', 'linkedin-400', 'cv-france', 'round-avatar'] satisfies ExportPreset[]).map(
    (preset) => ({ preset }),
  )
  const order = inSuggestedOrder(cuts, ['cv-france', 'linkedin-400']).map(({ preset }) => preset)
  expect(order).toEqual(['cv-france', 'linkedin-400', 'original', 'round-avatar'])
})
