import { expect, test } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import { NextIntlClientProvider } from 'next-intl'
import messages from '#messages/en.json' with { type: 'json' }
import { RepairNotice } from './repair-notice.tsx'

const repairOffer = {
  until: '2026-01-16T03:04:05.000Z',
  selfieCount: 5,
  newSelfieCount: 1,
  headshotCount: 10,
}

test.each([
  [{ state: 'waiting', failure: null }, /the studio is preparing your new selfies/],
  [{ state: 'making', failure: null }, /3 of 10 developed/],
  [{ state: 'failed', failure: 'no_better' }, /gave fewer good headshots than you have/],
  [{ state: 'failed', failure: 'technical' }, /that was our fault/],
] as const)('how it stands with a style that is made anew: %j', (repair, said) => {
  render(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <RepairNotice bundle={{ repair: { ...repair, generatedCount: 3, totalCount: 10 }, repairOffer }} />
    </NextIntlClientProvider>,
  )
  expect(screen.getByText(said)).not.toBeNull()
})
