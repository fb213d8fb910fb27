import { beforeEach, expect, jest, test } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { NextIntlClientProvider } from 'next-intl'
import { SWRConfig } from 'swr'
import { CreditReason } from '#contract/credits.ts'
import messages from '#messages/en.json' with { type: 'json' }
import { referralAddress } from './referral-address.ts'

type Call = (name: string, input: object) => Promise<unknown>
const call = jest.fn<Call>()
jest.unstable_mockModule('#lib/session/browser-session.ts', () => ({ browserClient: () => ({ call }) }))
const { ReferralPage } = await import('./referral-page.tsx')

const entry = (reason: CreditReason, amount: number) => ({
  amount,
  balance: 3,
  reason,
  styleId: reason === 'spent' ? 'library' : null,
  enteredAt: '2030-01-01T12:00:00.000Z',
})
let entries: object[]
let isFirst: boolean
const share = jest.fn<(data: ShareData) => Promise<void>>()

beforeEach(() => {
  entries = []
  isFirst = true
  share.mockReset()
  Object.defineProperty(navigator, 'share', { value: share, configurable: true })
  call.mockReset()
  call.mockImplementation((name) =>
    Promise.resolve(
      {
        getReferralCode: { code: 'k7m2pq' },
        getReferralCredits: { credits: 3, referredCount: 2, rewardedCount: 1 },
        getCreditEntries: { entries },
        registerSocialMediaShare: { isFirst, credits: 3 },
        registerCodeShared: { registered: true },
      }[name],
    ),
  )
})

async function show() {
  render(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <SWRConfig value={{ provider: () => new Map() }}>
        <ReferralPage />
      </SWRConfig>
    </NextIntlClientProvider>,
  )
  await screen.findByText('k7m2pq')
}
const told = () => call.mock.calls.filter(([name]) => name.startsWith('register'))

test('sharing counts after a share, not when the sheet was closed', async () => {
  await show()
  expect(screen.getByText(/The first time you copy or share/)).not.toBeNull()
  share.mockRejectedValueOnce(new DOMException('closed', 'AbortError'))
  await userEvent.click(screen.getByRole('button', { name: 'Share …' }))
  expect(told()).toEqual([])
  share.mockResolvedValueOnce()
  await userEvent.click(screen.getByRole('button', { name: 'Share …' }))
  expect(share.mock.lastCall?.[0].url).toBe('http://localhost/?ref=k7m2pq')
  expect(told()).toEqual([
    ['registerSocialMediaShare', { body: { channel: 'other' } }],
    ['registerCodeShared', { query: { code: 'k7m2pq' } }],
  ])
  expect(await screen.findByText('Thank you for telling others. 1 credit is yours.')).not.toBeNull()
})

test('a credit that was earned is not promised again', async () => {
  entries = [entry('social_share', 1)]
  isFirst = false
  await show()
  await screen.findByText('You told others')
  expect(screen.queryByText(/The first time you copy or share/)).toBeNull()
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Copy link' }))
  expect(await screen.findByText(/You received the credit for it the first time/)).not.toBeNull()
  expect(screen.queryByText(/credit is yours/)).toBeNull()
})

test('every entry of the ledger has its text, with the sign of its amount', async () => {
  entries = CreditReason.options.map((reason) => entry(reason, reason === 'spent' ? -10 : 2))
  await show()
  expect(await screen.findByText('A friend bought through you')).not.toBeNull()
  expect(screen.getByText('-10')).not.toBeNull()
  expect(screen.getAllByText('+2')).toHaveLength(CreditReason.options.length - 1)
  expect(screen.getByText(/Used for a set/).textContent).toContain('Library')
})

test('addresses contain the code, and no language', () => {
  const url = referralAddress('https://alpenlicht.example', 'k7m2pq')
  expect(url).toBe('https://alpenlicht.example/?ref=k7m2pq')
})
