import { expect } from 'expect'
import { DeletionState, ExportState } from '#contract/account.ts'
import { testEach } from '#tests/support/each.ts'
import { deletionLifecycle, exportLifecycle } from './account-lifecycle.ts'

testEach([
  ['requested', 'emptied - - -'],
  ['emptied', '- signed_off - -'],
  ['signed_off', '- - requested done'],
  ['done', '- - - -'],
] as const)('a deletion from %s leads to %s', (state, row) => {
  const events = ['rows_gone', 'identity_gone', 'something_came', 'confirmed'] as const
  const led = events.map((event) =>
    deletionLifecycle.allows(state, event) ? deletionLifecycle.next(state, event) : '-',
  )
  expect(led.join(' ')).toBe(row)
  expect(DeletionState.options).toContain(state)
})

testEach([
  ['making', 'ready failed'],
  ['ready', '- -'],
  ['failed', '- -'],
] as const)('an export from %s leads to %s', (state, row) => {
  const events = ['written', 'fail'] as const
  const led = events.map((event) =>
    exportLifecycle.allows(state, event) ? exportLifecycle.next(state, event) : '-',
  )
  expect(led.join(' ')).toBe(row)
  expect(ExportState.options).toContain(state)
})
