import { expect } from 'expect'
import type { Cares } from '#contract/cares.ts'
import { testEach } from '#tests/support/each.ts'
import { careOf } from './care.ts'

testEach<[string, Cares, ReturnType<typeof careOf>]>([
  ['nothing asked for', {}, { glare: 0, teeth: 0, eyes: 0, strays: 0, lint: 0 }],
  [
    'all of two, half of one',
    { glare: 'full', eyes: 'light', strays: 'full' },
    { glare: 1, teeth: 0, eyes: 0.5, strays: 1, lint: 0 },
  ],
])('%s', (_what, cares, care) => {
  expect(careOf(cares)).toEqual(care)
})
