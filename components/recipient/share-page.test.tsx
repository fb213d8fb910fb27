import { expect, jest, test } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import { NextIntlClientProvider } from 'next-intl'
import type { SharedPerson } from '#contract/sharing.ts'
import messages from '#messages/en.json' with { type: 'json' }

const person: SharedPerson = { name: 'Mara', headshots: [], expiresAt: '2030-01-31T00:00:00.000Z' }
const call = jest.fn((name: string) =>
  Promise.resolve(name === 'getRecipientName' ? { name: 'Anna' } : person),
)
jest.unstable_mockModule('#lib/session/browser-session.ts', () => ({ browserClient: () => ({ call }) }))
const { SharePage } = await import('./share-page.tsx')
const { visitStorage } = await import('./visit-storage.ts')

test('a friend who comes back after the pictures were deleted reads so', async () => {
  visitStorage('share').write({ recipientToken: 'recipient-token-------' })
  render(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <SharePage shareId="share" />
    </NextIntlClientProvider>,
  )
  expect(await screen.findByRole('heading', { name: messages.recipient.gone.title })).not.toBeNull()
})
