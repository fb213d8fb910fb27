import { test } from 'node:test'
import { expect } from 'expect'
import { reviewLifecycle } from './review-lifecycle.ts'

test('an item is closed, and opened again when its cause comes back', () => {
  expect(reviewLifecycle.transitions).toEqual({ open: { close: 'done' }, done: { reopen: 'open' } })
})
