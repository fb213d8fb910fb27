import { beforeAll, expect, jest, test } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { NextIntlClientProvider } from 'next-intl'
import type { Headshot } from '#contract/bundles.ts'
import messages from '#messages/en.json' with { type: 'json' }

const call = jest.fn((_name: string, _input: object) => Promise.resolve({}))
jest.unstable_mockModule('#lib/session/browser-session.ts', () => ({ browserClient: () => ({ call }) }))
const { FlawDialog } = await import('./flaw-dialog.tsx')

beforeAll(() => {
  // jsdom has the element but not its modal methods.
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
})

const headshot: Headshot = {
  userImageKey: 'a'.repeat(22),
  likeness: 0.9,
  passed: true,
  reasons: [],
  engine: { name: 'studio', region: 'here', subProcessor: null, generates: false },
  rating: 'none',
  isFavourite: false,
  width: 1024,
  height: 1280,
  sizeBytes: 300_000,
  sha256: 'a'.repeat(64),
  thumbnailUrl: 'https://a.test/1',
  imageUrl: 'https://a.test/2',
  downloadUrl: 'https://a.test/3',
}

test('another picture is made with the bundle’s touch-ups, but for those changed in the dialog', async () => {
  const onAsked = jest.fn(() => Promise.resolve())
  render(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <FlawDialog
        headshot={headshot}
        bundle={{ freeRerollsLeft: 3, cares: { glare: 'light' }, possibleCares: ['glare', 'teeth'] }}
        onClose={jest.fn()}
        onAsked={onAsked}
      />
    </NextIntlClientProvider>,
  )
  expect(screen.getByLabelText('Shine')).toHaveProperty('value', 'light')
  await userEvent.selectOptions(screen.getByLabelText('Teeth'), 'Full')
  await userEvent.click(screen.getByLabelText('Nothing, I would like another picture'))
  await userEvent.click(screen.getByRole('button', { name: 'Redo it' }))
  expect(call.mock.calls.map(([name, { body }]: [string, { body?: object }]) => [name, body])).toEqual([
    ['rerollHeadshot', { userImageKey: headshot.userImageKey, cares: { glare: 'light', teeth: 'full' } }],
  ])
  expect(onAsked).toHaveBeenCalledTimes(1)
})
