import { expect, test } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { NextIntlClientProvider } from 'next-intl'
import { useState } from 'react'
import messages from '#messages/en.json' with { type: 'json' }
import { Sheet } from './selfie-panel.tsx'
import { tile } from './tile.fixture.ts'
import type { Tile } from './tiles.ts'

function Page({ initial }: { initial: Tile[] }) {
  const [tiles, setTiles] = useState(initial)
  return (
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <Sheet
        tiles={tiles}
        isOnline
        onRetry={() => undefined}
        onRemove={({ id }) => setTiles(tiles.filter((other) => other.id !== id))}
      />
    </NextIntlClientProvider>
  )
}

const button = (name: string) => screen.queryByRole('button', { name: `Remove selfie ${name}.jpg` })

test('every selfie can be taken away, refused ones too, and the focus goes on to the next', async () => {
  render(<Page initial={[tile('a', 'accepted'), tile('b', 'rejected'), tile('c', 'checking')]} />)
  await userEvent.click(button('b') as HTMLElement)
  expect(button('b')).toBeNull()
  expect(document.activeElement).toBe(button('c'))
  await userEvent.click(button('c') as HTMLElement)
  expect(document.activeElement).toBe(button('a'))
})
