import { expect, test } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import { NextIntlClientProvider } from 'next-intl'
import messages from '#messages/en.json' with { type: 'json' }
import { Announcer } from './announcer.tsx'
import { tile } from './tile.fixture.ts'
import type { Tile } from './tiles.ts'

function setUp(tiles: readonly Tile[], isLoaded: boolean) {
  const page = (shown: readonly Tile[], loaded: boolean) => (
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <Announcer tiles={shown} isLoaded={loaded} />
    </NextIntlClientProvider>
  )
  const { rerender } = render(page(tiles, isLoaded))
  return {
    show: (shown: readonly Tile[]) => rerender(page(shown, true)),
    said: () => screen.getByRole('status').textContent,
  }
}

test('announces no verdict from before the page was opened', () => {
  const { show, said } = setUp([], false)
  show([tile('a', 'accepted'), tile('b', 'rejected')])
  expect(said()).toBe('')
})

test('announces each verdict as it arrives', () => {
  const { show, said } = setUp([tile('a', 'accepted'), tile('b', 'checking')], true)
  show([tile('a', 'accepted'), tile('b', 'accepted')])
  expect(said()).toBe('b.jpg: good.')
  show([tile('a', 'rejected'), tile('b', 'accepted')])
  expect(said()).toMatch(/^a\.jpg: /)
})
