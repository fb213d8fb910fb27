import { expect } from 'expect'
import type { GateReason } from '#contract/bundles.ts'
import { testEach } from '#tests/support/each.ts'
import { createDuplicateFilter } from './duplicate-filter.ts'

/** Fingerprints of this test are numbers; their difference is how far they are apart. */
const distanceOf = (one: string, other: string) => Math.abs(Number(one) - Number(other))

testEach<[string, string[], [string, GateReason[]?][], string[]]>([
  ['each picture passes once', [], [['0'], ['5'], ['0'], ['5']], ['', '', 'duplicate', 'duplicate']],
  ['so does one that is barely another', [], [['0'], ['1.01'], ['1']], ['', '', 'duplicate']],
  ['what passed before a restart is known', ['0'], [['0.5'], ['7']], ['duplicate', '']],
  ['a failed headshot makes no later one a duplicate', [], [['0', ['soft']], ['0']], ['soft', '']],
  ['what failed is not called a copy too', ['0'], [['0', ['unlike', 'soft']]], ['unlike,soft']],
  ['without a face there is no fingerprint to compare', ['0'], [['', ['no_face']]], ['no_face']],
])('%s', (_name, held, headshots, expected) => {
  const gate = createDuplicateFilter(held, distanceOf)
  const judged = headshots.map(([fingerprint, reasons = []]) => gate({ fingerprint, reasons }))
  expect(judged.map(({ reasons }) => reasons.join())).toEqual(expected)
  expect(judged.map(({ passed }) => passed)).toEqual(expected.map((reasons) => reasons === ''))
})
