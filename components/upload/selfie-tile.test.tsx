import { expect, test } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import { NextIntlClientProvider } from 'next-intl'
import messages from '#messages/en.json' with { type: 'json' }
import { SelfieTile } from './selfie-tile.tsx'
import { tile } from './tile.fixture.ts'
import type { Tile } from './tiles.ts'

const REFUSED: Tile = { ...tile('a', 'rejected'), reasons: ['several_people'] }
const { hint } = messages.selfieReasons.several_people

const shown = (shownTile: Tile) => (
  <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
    <SelfieTile tile={shownTile} isOnline onRetry={() => undefined} onRemove={() => undefined} />
  </NextIntlClientProvider>
)

test('the room of a refusal stays, unseen and unread, when later selfies make the selfie good', () => {
  const { rerender } = render(shown(REFUSED))
  expect(screen.getByText(hint).closest('[aria-hidden=true]')).toBeNull()
  rerender(shown({ ...REFUSED, state: 'accepted', reasons: [] }))
  expect(screen.getByText(messages.upload.states.accepted)).not.toBeNull()
  expect(screen.getByText(hint).closest('[aria-hidden=true]')?.className).toBe('invisible')
  rerender(shown({ ...REFUSED, reasons: ['blurred'] }))
  expect(screen.queryByText(hint)).toBeNull()
  expect(screen.getByText(messages.selfieReasons.blurred.hint).closest('[aria-hidden=true]')).toBeNull()
})
