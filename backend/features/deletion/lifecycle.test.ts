import { expect, test } from '@jest/globals'
import { LifecycleError } from '#backend/features/lifecycle.ts'
import { personDeletionLifecycle } from './lifecycle.ts'

test('a deletion is confirmed once', () => {
  expect(personDeletionLifecycle.next('requested', 'confirmed')).toBe('done')
  expect(() => personDeletionLifecycle.next('done', 'confirmed')).toThrow(LifecycleError)
})
