import { beforeEach, expect, jest, test } from '@jest/globals'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import useSWR from 'swr'
import type { Bundle, Headshot, HeadshotRating } from '#contract/bundles.ts'

type Call = (
  name: string,
  input: { body: { userImageKey: string; rating?: HeadshotRating; isFavourite?: boolean } },
) => Promise<unknown>
const call = jest.fn<Call>()
jest.unstable_mockModule('#lib/session/browser-session.ts', () => ({ browserClient: () => ({ call }) }))
const { useRating } = await import('./use-rating.ts')

const [first, second] = ['first', 'second'].map((name) => ({
  userImageKey: name.padEnd(22, '-'),
  rating: 'none',
  isFavourite: name === 'first',
})) as [Headshot, Headshot]
const bundle = { headshots: [first, second] } as Bundle
let key = 0

function Gallery() {
  const { data, mutate } = useSWR<Bundle>(`bundle-${key}`, () => bundle)
  const { rate, favour, failure } = useRating(data, mutate)
  return (
    <>
      <p>{data?.headshots.map(({ rating }) => rating).join(' ')}</p>
      <p>{failure?.error instanceof Error ? failure.error.message : 'fine'}</p>
      <button onClick={failure?.again}>again</button>
      <p>{data?.headshots.map(({ isFavourite }) => (isFavourite ? 'star' : '-')).join('')}</p>
      <button onClick={() => rate(second, 'loved')}>rate</button>
      <button onClick={() => favour(second, true)}>favour</button>
    </>
  )
}

beforeEach(() => {
  key++
  call.mockReset()
})

test('the rating is visible before the backend has stored it, and stays', async () => {
  let answer: (value: unknown) => void = () => undefined
  call.mockReturnValue(new Promise((resolve) => (answer = resolve)))
  render(<Gallery />)
  await screen.findByText('none none')
  await userEvent.click(screen.getByRole('button', { name: 'rate' }))
  expect(screen.getByText('none loved')).not.toBeNull()
  expect(call).toHaveBeenCalledWith('rateHeadshot', {
    body: { userImageKey: second.userImageKey, rating: 'loved' },
  })
  act(() => answer({}))
  expect(screen.getByText('none loved')).not.toBeNull()
})

test('a rating that could not be stored is reverted, reported, and set on another try', async () => {
  call.mockRejectedValue(new Error('network'))
  render(<Gallery />)
  await screen.findByText('none none')
  await userEvent.click(screen.getByRole('button', { name: 'rate' }))
  await waitFor(() => expect(screen.getByText('network')).not.toBeNull())
  expect(screen.getByText('none none')).not.toBeNull()
  call.mockResolvedValue({})
  await userEvent.click(screen.getByRole('button', { name: 'again' }))
  await waitFor(() => expect(screen.getByText('none loved')).not.toBeNull())
  expect(screen.getByText('fine')).not.toBeNull()
})

test('a new favourite takes the star from the old one, and returns it where it could not be stored', async () => {
  let refuse: (error: Error) => void = () => undefined
  call.mockReturnValue(new Promise((_resolve, reject) => (refuse = reject)))
  render(<Gallery />)
  await screen.findByText('star-')
  await userEvent.click(screen.getByRole('button', { name: 'favour' }))
  expect(screen.getByText('-star')).not.toBeNull()
  expect(call).toHaveBeenCalledWith('favourHeadshot', {
    body: { userImageKey: second.userImageKey, isFavourite: true },
  })
  act(() => refuse(new Error('network')))
  await waitFor(() => expect(screen.getByText('star-')).not.toBeNull())
})
