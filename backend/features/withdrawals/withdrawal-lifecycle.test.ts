import { test } from 'node:test'
import { expect } from 'expect'
import { withdrawalLifecycle } from './withdrawal-lifecycle.ts'

test('a withdrawal is confirmed or expires, once', () => {
  expect(withdrawalLifecycle.transitions).toEqual({
    requested: { confirm: 'confirmed', expire: 'expired' },
    confirmed: {},
    expired: {},
  })
})
