import { expect, jest, test } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { NextIntlClientProvider } from 'next-intl'
import messages from '#messages/en.json' with { type: 'json' }
import { ShareButtons, type ShareTarget } from './share-buttons.tsx'

const url = 'https://alpenlicht.example/?ref=k7m2pq'

test('LinkedIn gets the address, WhatsApp a message that ends with it', async () => {
  const onOpen = jest.fn<(target: ShareTarget) => void>()
  render(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <ShareButtons
        url={url}
        text="My headshots & more"
        targets={['linkedIn', 'whatsApp']}
        size="lg"
        onOpen={onOpen}
      />
    </NextIntlClientProvider>,
  )
  const [linkedIn, whatsApp] = screen
    .getAllByRole('link')
    .map((link) => new URL(link.getAttribute('href') ?? ''))
  expect([linkedIn?.host, linkedIn?.searchParams.get('url')]).toEqual(['www.linkedin.com', url])
  expect([whatsApp?.host, whatsApp?.searchParams.get('text')]).toEqual([
    'wa.me',
    `My headshots & more ${url}`,
  ])
  expect(whatsApp?.search).not.toContain('+')
  const link = screen.getByRole('link', { name: /WhatsApp/ })
  link.addEventListener('click', (event) => event.preventDefault())
  await userEvent.click(link)
  expect(onOpen.mock.calls).toEqual([['whatsApp']])
})
