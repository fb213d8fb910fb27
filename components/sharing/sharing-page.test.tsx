import { beforeEach, expect, jest, test } from '@jest/globals'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { NextIntlClientProvider } from 'next-intl'
import type { ReactNode } from 'react'
import { SWRConfig } from 'swr'
import messages from '#messages/en.json' with { type: 'json' }

type Call = (name: string, input: object) => Promise<unknown>
const call = jest.fn<Call>()
jest.unstable_mockModule('#lib/session/browser-session.ts', () => ({ browserClient: () => ({ call }) }))
jest.unstable_mockModule('#lib/i18n/navigation.ts', () => ({
  Link: ({ href, children }: { href: string; children: ReactNode }) => <a href={href}>{children}</a>,
}))
const { SharingPage } = await import('./sharing-page.tsx')
const { UNDO_MS } = await import('#components/product/removals.ts')

const PERSON_ID = '9b2f0d9e-2d5c-4d2e-9f64-0d8a6f1b2c3d'
const SHARE_ID = 'd4f7c6a0-9a52-4c35-8b51-0d8a6f1b2c3d'
const ranked = (name: string) => ({
  userImageKey: name.padEnd(22, '-'),
  bundleId: PERSON_ID,
  thumbnailUrl: `https://pictures.test/${name}`,
  rank: 1,
  strength: 0,
  standardError: 1,
  low: -2,
  high: 2,
  winCount: 0,
  lossCount: 0,
  likedCount: 0,
  lovedCount: 0,
})
const link = {
  shareId: SHARE_ID,
  state: 'active',
  shownName: null,
  expiresAt: '2030-01-31T00:00:00.000Z',
  createdAt: '2030-01-01T00:00:00.000Z',
  voterCount: 0,
  voteCount: 0,
}
let answers: Record<string, () => unknown>

beforeEach(() => {
  answers = {
    getPerson: () => ({ name: 'Mara' }),
    getShareResults: () => ({ voterCount: 0, voteCount: 0, ranking: ['a', 'b'].map(ranked), recipients: [] }),
    getShareLinks: () => ({ links: [link] }),
    getImageShares: () => ({ imageShares: [] }),
    revokeShareLink: () => ({ shareId: SHARE_ID }),
  }
  call.mockReset()
  call.mockImplementation((name) => Promise.resolve().then(() => answers[name]?.()))
})

async function show() {
  const { unmount } = render(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <SWRConfig value={{ provider: () => new Map() }}>
        <SharingPage personId={PERSON_ID} />
      </SWRConfig>
    </NextIntlClientProvider>,
  )
  await screen.findByRole('button', { name: 'End link' })
  return unmount
}
const called = (name: string) => call.mock.calls.filter(([each]) => each === name)

test('opening the page creates no link', async () => {
  await show()
  expect(called('getShareLink')).toEqual([])
})

test('a click creates a link with the chosen settings, and copies it', async () => {
  const user = userEvent.setup()
  answers['getShareLink'] = () => ({
    shareId: PERSON_ID,
    token: 'token'.padEnd(22, '-'),
    expiresAt: link.expiresAt,
  })
  answers['changeShareLink'] = () => ({ ...link, expiresAt: '2030-03-31T00:00:00.000Z' })
  await show()
  await user.type(screen.getByLabelText('Name shown with the pictures'), ' Mara M. ')
  await user.selectOptions(screen.getByLabelText('Valid for'), '90')
  await user.click(screen.getByRole('button', { name: 'Make a link' }))
  expect(await screen.findByText('Valid until March 31, 2030.')).not.toBeNull()
  expect(called('changeShareLink')).toEqual([
    [
      'changeShareLink',
      { query: { share_id: PERSON_ID }, body: { shownName: 'Mara M.', expiresInDays: 90 } },
    ],
  ])
  await user.click(screen.getByRole('button', { name: 'Copy link' }))
  expect(await navigator.clipboard.readText()).toBe(
    `http://localhost/share/${PERSON_ID}#${'token'.padEnd(22, '-')}`,
  )
  expect(await screen.findByText('The link was copied.')).not.toBeNull()
})

test('where copying is not allowed, the address is marked for the reader’s own keys', async () => {
  const user = userEvent.setup()
  jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'))
  await show()
  // The link of the test before is still there, as long as the page's script runs.
  await user.click(screen.getByRole('button', { name: 'Copy link' }))
  expect(await screen.findByText(/The link is selected/)).not.toBeNull()
  const field = screen.getByLabelText<HTMLInputElement>('Link for friends')
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, field.value.length])
})

test('an ended link disappears at once, can be restored, and is ended for good a moment later', async () => {
  jest.useFakeTimers()
  const user = userEvent.setup({ advanceTimers: (ms) => jest.advanceTimersByTime(ms) })
  await show()
  const links = within(screen.getByRole('region', { name: 'Links you sent' }))
  await user.click(links.getByRole('button', { name: 'End link' }))
  expect(links.getByText('No link is valid at the moment.')).not.toBeNull()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(links.getByRole('button', { name: 'End link' })).not.toBeNull()
  act(() => {
    jest.advanceTimersByTime(UNDO_MS + 1)
  })
  expect(called('revokeShareLink')).toEqual([])

  await user.click(links.getByRole('button', { name: 'End link' }))
  await act(async () => jest.advanceTimersByTimeAsync(UNDO_MS + 1))
  expect(called('revokeShareLink')).toEqual([['revokeShareLink', { query: { share_id: SHARE_ID } }]])
  jest.useRealTimers()
})

test('leaving the page ends links that were to be ended', async () => {
  const unmount = await show()
  await userEvent.click(screen.getByRole('button', { name: 'End link' }))
  expect(called('revokeShareLink')).toEqual([])
  unmount()
  await waitFor(() => expect(called('revokeShareLink')).toHaveLength(1))
})
