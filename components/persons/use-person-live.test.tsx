import { beforeEach, expect, jest, test } from '@jest/globals'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { SWRConfig } from 'swr'
import type { Currency } from '#contract/money.ts'
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
