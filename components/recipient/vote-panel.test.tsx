import { beforeEach, expect, jest, test } from '@jest/globals'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { NextIntlClientProvider } from 'next-intl'
import type { PairQuestion } from '#contract/recipients.ts'
import { CallError } from '#lib/api/call-error.ts'
import messages from '#messages/en.json' with { type: 'json' }

type Call = (name: string, input: object) => Promise<unknown>
const call = jest.fn<Call>()
jest.unstable_mockModule('#lib/session/browser-session.ts', () => ({ browserClient: () => ({ call }) }))
const { VotePanel } = await import('./vote-panel.tsx')

const key = (name: string) => name.padEnd(22, '-')
const headshot = (name: string) => ({
  userImageKey: key(name),
  thumbnailUrl: `https://pictures.test/${name}`,
  rating: 'none' as const,
})
const question = (one: string, other: string, votedCount: number): PairQuestion => ({
  pair: [headshot(one), headshot(other)],
  votedCount,
  pairCount: 6,
})
const onBroken = jest.fn()

beforeEach(() => {
  call.mockReset()
  onBroken.mockReset()
})

async function show(first: PairQuestion) {
  call.mockResolvedValueOnce(first)
  render(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <VotePanel
        person={{
          name: null,
          headshots: ['a', 'b', 'c', 'd'].map(headshot),
          expiresAt: '2030-01-01T00:00:00Z',
        }}
        token="token"
        name={null}
        onBroken={onBroken}
      />
    </NextIntlClientProvider>,
  )
  await screen.findByRole('button', { name: 'The left one is better' })
  await onQuestion()
}
const pictures = () =>
  [...document.querySelectorAll('main img, img')].map((image) => image.getAttribute('src')?.split('/').at(-1))
const pair = (one: string, other: string) => waitFor(() => expect(pictures()).toEqual([one, other]))
const onQuestion = () => waitFor(() => expect(document.activeElement?.tagName).toBe('H1'))
const progress = () => screen.getByRole('progressbar').getAttribute('aria-valuetext')

test("the pair keeps the answer's order; the tapped headshot wins, and the vote counts", async () => {
  await show(question('b', 'a', 0))
  expect(pictures()).toEqual(['b', 'a'])
  expect(progress()).toBe('0 of 6')
  call.mockResolvedValueOnce(question('d', 'c', 1))
  await userEvent.click(screen.getByRole('button', { name: 'The right one is better' }))
  expect(call).toHaveBeenLastCalledWith('votePair', {
    query: { token: 'token' },
    body: { winnerKey: key('a'), loserKey: key('b') },
  })
  await pair('d', 'c')
  expect(progress()).toBe('1 of 6')
  await onQuestion()
})

test('one vote is on its way at a time', async () => {
  await show(question('a', 'b', 0))
  let answer: (value: unknown) => void = () => undefined
  call.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)))
  const left = screen.getByRole('button', { name: 'The left one is better' })
  await userEvent.dblClick(left)
  await userEvent.keyboard('{ArrowRight}')
  expect(call.mock.calls.filter(([name]) => name === 'votePair')).toHaveLength(1)
  expect(left.getAttribute('aria-pressed')).toBe('true')
  await act(async () => {
    answer(question('c', 'd', 1))
    await Promise.resolve()
  })
  await pair('c', 'd')
})

test('the second half of a double click does not vote on the next pair', async () => {
  await show(question('a', 'b', 0))
  call.mockResolvedValueOnce(question('c', 'd', 1))
  const left = screen.getByRole('button', { name: 'The left one is better' })
  await userEvent.dblClick(left)
  fireEvent.click(screen.getByRole('button', { name: 'The left one is better' }), { detail: 2 })
  expect(call.mock.calls.filter(([name]) => name === 'votePair')).toHaveLength(1)
})

test('a pair voted on in another window shows a notice; one the user went back to does not', async () => {
  await show(question('a', 'b', 0))
  call.mockResolvedValueOnce({ ...question('c', 'd', 1), isRepeat: true })
  const left = () => screen.getByRole('button', { name: 'The left one is better' })
  await userEvent.click(left())
  expect(await screen.findByText(messages.recipient.vote.repeat)).not.toBeNull()
  await userEvent.click(screen.getByRole('button', { name: messages.recipient.vote.back }))
  call.mockResolvedValueOnce({ ...question('c', 'd', 1), isRepeat: true })
  await userEvent.click(left())
  await pair('c', 'd')
  expect(screen.queryByText(messages.recipient.vote.repeat)).toBeNull()
})

test('arrows choose, and Space passes over, without saying so twice', async () => {
  await show(question('a', 'b', 0))
  call.mockResolvedValueOnce(question('c', 'd', 1))
  await userEvent.keyboard('{ArrowLeft}')
  expect(call).toHaveBeenLastCalledWith('votePair', {
    query: { token: 'token' },
    body: { winnerKey: key('a'), loserKey: key('b') },
  })
  await pair('c', 'd')
  call.mockResolvedValueOnce(question('a', 'd', 1))
  await userEvent.keyboard(' ')
  await pair('a', 'd')
  expect(call.mock.lastCall?.slice(0, 2)).toEqual([
    'getNextPair',
    { query: { token: 'token', passed: `${key('c')}.${key('d')}` } },
  ])
})

test('a vote that did not arrive is sent again when the network is back', async () => {
  await show(question('a', 'b', 0))
  call.mockRejectedValueOnce(new CallError('network'))
  await userEvent.click(screen.getByRole('button', { name: 'The left one is better' }))
  expect(await screen.findByText('Your vote has not arrived yet')).not.toBeNull()
  call.mockResolvedValueOnce(question('c', 'd', 1))
  await waitFor(() => {
    window.dispatchEvent(new Event('online'))
    expect(call.mock.calls.filter(([name]) => name === 'votePair')).toHaveLength(2)
  })
  expect(await screen.findByText('1 of 6')).not.toBeNull()
  expect(screen.queryByText('Your vote has not arrived yet')).toBeNull()
})

test('a vote that finds the service away is sent again by itself, and counts once', async () => {
  await show(question('a', 'b', 0))
  const away = new CallError('unavailable', { retryAfterMs: 0 })
  call
    .mockRejectedValueOnce(away)
    .mockRejectedValueOnce(away)
    .mockResolvedValueOnce(question('c', 'd', 1))
  await userEvent.click(screen.getByRole('button', { name: 'The left one is better' }))
  expect(await screen.findByText('1 of 6')).not.toBeNull()
  expect(call.mock.calls.filter(([name]) => name === 'votePair')).toHaveLength(3)
  expect(screen.queryByText('Your vote has not arrived yet')).toBeNull()
})

test('a link that has ended meanwhile is said by the page, not as a fault', async () => {
  await show(question('a', 'b', 0))
  call.mockRejectedValueOnce(new CallError('share_invalid'))
  await userEvent.click(screen.getByRole('button', { name: 'The left one is better' }))
  await waitFor(() => expect(onBroken).toHaveBeenCalledTimes(1))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('after enough votes a thank-you appears, and does not return after continuing', async () => {
  await show(question('a', 'b', 5))
  call.mockResolvedValueOnce(question('c', 'd', 6))
  await userEvent.click(screen.getByRole('button', { name: 'The left one is better' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Thank you. That helps.' })).not.toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Compare some more' }))
  await pair('c', 'd')
})

test('a user who goes back before the next pair has loaded gets the previous one, and keeps it', async () => {
  await show(question('a', 'b', 0))
  call.mockResolvedValueOnce(question('c', 'd', 1))
  await userEvent.click(screen.getByRole('button', { name: 'The left one is better' }))
  let answer: (value: unknown) => void = () => undefined
  call.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)))
  await userEvent.click(screen.getByRole('button', { name: messages.recipient.vote.pass }))
  await userEvent.click(screen.getByRole('button', { name: messages.recipient.vote.back }))
  await pair('a', 'b')
  await act(async () => {
    answer(question('a', 'c', 1))
    await Promise.resolve()
  })
  expect(pictures()).toEqual(['a', 'b'])
})
