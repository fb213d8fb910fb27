import { expect, test } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import { NextIntlClientProvider } from 'next-intl'
import messages from '#messages/en.json' with { type: 'json' }
import { PhoneNews } from './phone-offer.tsx'
import { clockOf } from './use-seconds-left.ts'

const at = '2026-01-01T10:00:00Z'

test.each([
  ['opened', 0, 'Your phone is connected', 'Nothing received yet'],
  ['finished', 3, 'Your phone is done', '3 pictures received'],
  ['expired', 1, 'The phone’s time is up', '1 picture received'],
] as const)('of a phone that has %s the computer says so', (state, sentCount, title, count) => {
  render(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <PhoneNews status={{ state, sentCount, expiresAt: at }} />
    </NextIntlClientProvider>,
  )
  expect(screen.getByText(title)).not.toBeNull()
  expect(screen.getByText(count)).not.toBeNull()
})

test.each([
  [900, '15:00'],
  [61, '1:01'],
  [5, '0:05'],
])('%d seconds are shown as %s', (seconds, clock) => {
  expect(clockOf(seconds)).toBe(clock)
})
