import { expect } from 'expect'
import { ShareState } from '#contract/sharing.ts'
import { LifecycleError } from '#backend/features/lifecycle.ts'
import { testEach } from '#tests/support/each.ts'
import { shareLifecycle } from './sharing-lifecycle.ts'

testEach([
  ['active', 'expire', 'expired'],
  ['active', 'revoke', 'revoked'],
] as const)('share %s, %s -> %s', (from, event, to) => {
  expect(shareLifecycle.next(from, event)).toBe(to)
})

testEach(ShareState.exclude(['active']).options)('share %s has ended', (from) => {
  for (const event of ['expire', 'revoke'] as const) {
    expect(() => shareLifecycle.next(from, event)).toThrow(LifecycleError)
  }
})
