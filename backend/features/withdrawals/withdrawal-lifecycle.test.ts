import { test } from 'node:test'
import { expect } from 'expect'
import { withdrawalLifecycle } from './withdrawal-lifecycle.ts'

test('a withdrawal is confirmed, at once or after a person looked into it, or expires', () => {
  expect(withdrawalLifecycle.transitions).toEqual({
    requested: { confirm: 'confirmed', set_aside: 'in_review', expire: 'expired' },
    in_review: { resolve: 'confirmed' },
    confirmed: {},
    expired: {},
  })
})
