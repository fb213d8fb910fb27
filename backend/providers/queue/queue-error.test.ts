import { test } from 'node:test'
import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { asError } from './queue-error.ts'

testEach([
  ['an error', new Error('gone'), 'gone'],
  // As pg-boss emits what a worker meets.
  [
    'a worker’s',
    { message: 'gone', stack: 'Error: gone\n at a', queue: 'send-mail', worker: 'w' },
    'gone (queue send-mail)',
  ],
  ['a cache’s', { message: 'gone', code: 'ECONNREFUSED' }, 'gone'],
  ['a text', 'gone', 'pg-boss tells of gone'],
  ['an object without a message', { data: { token: 'secret' } }, 'pg-boss tells of object'],
] as const)('%s is an error with its words', (_what, told, message) => {
  expect(asError(told)).toBeInstanceOf(Error)
  expect(asError(told).message).toBe(message)
})

test('its stack is kept', () => {
  expect(asError({ message: 'gone', stack: 'Error: gone\n at a' }).stack).toBe('Error: gone\n at a')
})
