import { expect, test } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import { NextIntlClientProvider } from 'next-intl'
import { CallError, askedAgain, type CallErrorCode } from '#lib/api/call-error.ts'
import messages from '#messages/en.json' with { type: 'json' }
import { CallErrorNotice } from './call-error-notice.tsx'

const { ui, errors } = messages

function show(error: unknown): void {
  render(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <CallErrorNotice error={error} />
    </NextIntlClientProvider>,
  )
}

test.each<[CallErrorCode, string]>([
  ['unavailable', ui.awayTitle],
  ['network', ui.cutOffTitle],
])('%s is no alert while the call is repeated', (code, title) => {
  show(askedAgain(new CallError(code, { requestId: 'abcdefgh' })))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByRole('status').textContent).toBe(title + ui.away)
})

test('an error without automatic retry is an alert, with the request id for support', () => {
  show(new CallError('unavailable', { requestId: 'abcdefgh' }))
  expect(screen.getByRole('alert').textContent).toBe(
    errors.title + errors.unavailable + ui.requestId.replace('{id}', 'abcdefgh'),
  )
})
