import { expect } from 'expect'
import { CorrectionState } from '#contract/directory-corrections.ts'
import { LifecycleError } from '#backend/features/lifecycle.ts'
import { testEach } from '#tests/support/each.ts'
import { correctionLifecycle, type CorrectionEvent } from './directory-lifecycle.ts'

const EVENTS: readonly CorrectionEvent[] = [
  ...(['confirm_correction', 'confirm_removal', 'expire', 'accept', 'reject', 'restore'] as const),
]
const PATHS = [
  ['requested', 'confirm_correction', 'open'],
  ['requested', 'confirm_removal', 'removed'],
  ['requested', 'expire', 'expired'],
  ['open', 'accept', 'accepted'],
  ['open', 'reject', 'rejected'],
  ['removed', 'restore', 'restored'],
] as const

testEach(PATHS)('correction %s, %s -> %s', (from, event, to) => {
  expect(correctionLifecycle.next(from, event)).toBe(to)
})

testEach(CorrectionState.options)('correction %s takes nothing else', (from) => {
  for (const event of EVENTS) {
    if (PATHS.some(([state, known]) => state === from && known === event)) continue
    expect(() => correctionLifecycle.next(from, event)).toThrow(LifecycleError)
  }
})
