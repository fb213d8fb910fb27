import { test } from 'node:test'
import { expect } from 'expect'
import { renderInbox } from './page.ts'
import { createTextMessages } from './text-messages.ts'

test('a code is shown until it is used, the newest first', () => {
  const messages = createTextMessages()
  const first = { phoneNumber: '+41790000001', sessionInfo: 'one', code: '111111' }
  const second = { phoneNumber: '+41790000002', sessionInfo: 'two', code: '222222' }
  messages.receive([first], new Date('2026-01-01T10:00:00Z'))
  messages.receive([first, second], new Date('2026-01-01T10:00:01Z'))
  expect(messages.list().map(({ code }) => code)).toEqual(['222222', '111111'])

  messages.receive([second], new Date('2026-01-01T10:00:02Z'))
  expect(messages.list().map(({ isUsed }) => isUsed)).toEqual([false, true])
  const page = renderInbox([], 'http://localhost:3000', [], messages.list())
  expect(page).toContain('222222')
  expect(page).not.toContain('111111')
})
