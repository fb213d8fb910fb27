import { beforeEach, expect, jest, test } from '@jest/globals'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { SWRConfig } from 'swr'
import type { Currency } from '#contract/money.ts'
import { CallError } from '#lib/api/call-error.ts'
import { person } from './person.fixture.ts'

const call = jest.fn<(name: string, input: { query?: { currency?: Currency } }) => Promise<unknown>>()
jest.unstable_mockModule('#lib/session/browser-session.ts', () => ({ browserClient: () => ({ call }) }))
const { usePersonLive } = await import('./use-person-live.ts')

const offersIn = (currency: Currency) => ({ offers: [{ price: { currency } }], areSamplesComing: false })
let answerDollars: () => void = () => undefined

beforeEach(() => {
  call.mockReset()
  call.mockImplementation((name, { query }) => {
    if (name === 'getPerson') return Promise.resolve(person)
    if (name === 'getUploadImages') return Promise.resolve({ selfies: [], coach: null })
    if (name === 'getPayments') return Promise.resolve({ payments: [] })
    if (query?.currency === 'EUR') return Promise.resolve(offersIn('EUR'))
    return new Promise((resolve) => {
      answerDollars = () => resolve(offersIn('USD'))
    })
  })
})

const wrapper = ({ children }: { children: ReactNode }) => (
  <SWRConfig value={{ provider: () => new Map() }}>{children}</SWRConfig>
)

test('prices in one currency stay until those in the other are here', async () => {
  const initialProps: { currency: Currency } = { currency: 'EUR' }
  const { result, rerender } = renderHook(({ currency }) => usePersonLive('p', currency), {
    wrapper,
    initialProps,
  })
  const shown = () => result.current.offers?.map(({ price }) => price.currency)
  await waitFor(() => expect(shown()).toEqual(['EUR']))
  rerender({ currency: 'USD' })
  expect(shown()).toEqual(['EUR'])
  await act(async () => {
    answerDollars()
    await Promise.resolve()
  })
  await waitFor(() => expect(shown()).toEqual(['USD']))
})

test('refreshAll shows person, selfies, offers and payments in one step, once the last of them has answered', async () => {
  const { result } = renderHook(() => usePersonLive('p', 'EUR'), { wrapper })
  await waitFor(() => expect(result.current.isSettled).toBe(true))
  // From now on each answer comes when the test says so.
  const waiting = new Map<string, () => void>()
  const changed: Record<string, object> = {
    getPerson: { ...person, name: 'Changed' },
    getUploadImages: { selfies: [{ state: 'accepted' }], coach: null },
    getPossibleBundles: offersIn('EUR'),
    getPayments: { payments: [] },
  }
  call.mockImplementation(
    (name) => new Promise((resolve) => void waiting.set(name, () => resolve(changed[name]))),
  )
  let isDone = false
  const done = result.current.refreshAll().then(() => (isDone = true))
  expect([...waiting.keys()].sort()).toEqual(Object.keys(changed).sort())
  const shown = () => [result.current.person?.name, result.current.selfies?.length, isDone]
  for (const name of ['getUploadImages', 'getPossibleBundles', 'getPayments']) {
    await act(async () => {
      waiting.get(name)?.()
      await Promise.resolve()
    })
    expect(shown()).toEqual([person.name, 0, false])
  }
  await act(async () => {
    waiting.get('getPerson')?.()
    await done
  })
  expect(shown()).toEqual(['Changed', 1, true])
})

test('refreshAll that a call fails for shows the error of that call', async () => {
  const { result } = renderHook(() => usePersonLive('p', 'EUR'), { wrapper })
  await waitFor(() => expect(result.current.isSettled).toBe(true))
  call.mockImplementation(() => Promise.reject(new CallError('person_not_found')))
  await act(() => result.current.refreshAll())
  await waitFor(() => expect(result.current.error?.code).toBe('person_not_found'))
})
