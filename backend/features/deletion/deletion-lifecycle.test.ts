import { test } from 'node:test'
import { expect } from 'expect'
import { LifecycleError } from '#backend/features/lifecycle.ts'
import { personDeletionLifecycle } from './deletion-lifecycle.ts'

test('a deletion is confirmed once', () => {
  expect(personDeletionLifecycle.next('requested', 'confirmed')).toBe('done')
  expect(() => personDeletionLifecycle.next('done', 'confirmed')).toThrow(LifecycleError)
})
