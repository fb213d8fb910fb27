import { beforeAll, beforeEach, expect, jest, test } from '@jest/globals'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { NextIntlClientProvider } from 'next-intl'
import { SWRConfig } from 'swr'
import type { Headshot } from '#contract/bundles.ts'
import messages from '#messages/en.json' with { type: 'json' }

const imageShares: { userImageKey: string }[] = []
const call = jest.fn((name: string, _input: object) =>
  Promise.resolve(name === 'getImageShares' ? { imageShares } : {}),
)
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

beforeEach(() => {
  call.mockClear()
  imageShares.length = 0
})

const bundle = {
  personId: 'd4f7c6a0-9a52-4c35-8b51-0d8a6f1b2c3d',
  freeRerollsLeft: 3,
  cares: { glare: 'light' },
  possibleCares: ['glare', 'teeth'],
} as const

function show(onAsked = () => Promise.resolve()) {
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
        <FlawDialog
          headshot={headshot}
          bundle={{ ...bundle, possibleCares: [...bundle.possibleCares] }}
          onClose={jest.fn()}
          onAsked={onAsked}
        />
      </NextIntlClientProvider>
    </SWRConfig>,
  )
}

const closesLink = () => screen.queryByText(/The link to this headshot ends/)

test('that its link ends is said of a headshot that is shared, and of no other', async () => {
  imageShares.push({ userImageKey: 'b'.repeat(22) })
  show()
  await waitFor(() => expect(call).toHaveBeenCalled())
  expect(closesLink()).toBeNull()
  cleanup()
  imageShares.push({ userImageKey: headshot.userImageKey })
  show()
  await waitFor(() => expect(closesLink()).not.toBeNull())
})

test('a flaw that is reported alone leaves the headshot, and the title says so', async () => {
  show()
  expect(screen.getByRole('heading', { name: 'Redo this headshot' })).not.toBeNull()
  await userEvent.click(screen.getByLabelText('Eyes'))
  await userEvent.click(screen.getByRole('button', { name: messages.bundles.gallery.flaw.reportOnly }))
  expect(await screen.findByRole('heading', { name: 'Report received' })).not.toBeNull()
  expect(screen.queryByRole('heading', { name: 'Redo this headshot' })).toBeNull()
})

test('another picture is made with the bundle’s touch-ups, but for those changed in the dialog', async () => {
  const onAsked = jest.fn(() => Promise.resolve())
  show(onAsked)
  expect(screen.getByLabelText('Shine')).toHaveProperty('value', 'light')
  await userEvent.selectOptions(screen.getByLabelText('Teeth'), 'Full')
  await userEvent.click(screen.getByLabelText('Nothing, I would like another picture'))
  await userEvent.click(screen.getByRole('button', { name: 'Redo it' }))
  const written = call.mock.calls.filter(([name]) => name !== 'getImageShares')
  expect(written.map(([name, { body }]: [string, { body?: object }]) => [name, body])).toEqual([
    ['rerollHeadshot', { userImageKey: headshot.userImageKey, cares: { glare: 'light', teeth: 'full' } }],
  ])
  expect(onAsked).toHaveBeenCalledTimes(1)
})
