import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { act, render, screen } from '@testing-library/react'
import { SWRConfig } from 'swr'
import { CallError, type CallErrorCode } from '#lib/api/call-error.ts'

const call = jest.fn<() => Promise<unknown>>()
jest.unstable_mockModule('./browser-session.ts', () => ({ browserClient: () => ({ call }) }))
const { useEndpoint } = await import('./use-endpoint.ts')

const POLL_MS = 1_500

function Credits() {
  const { data, error } = useEndpoint('getReferralCredits', {}, { refreshIntervalMs: POLL_MS })
  return (
    <>
      {data && <p>{data.credits} credits</p>}
      {error && <p role="status">{error.isAskedAgain ? `${error.code}, asked again` : error.code}</p>}
    </>
  )
}

async function show() {
  render(
    <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0 }}>
      <Credits />
    </SWRConfig>,
  )
  await pass(0)
}
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms))
const answering = (credits: number) => () => Promise.resolve({ credits })
const failing = (code: CallErrorCode) => () => Promise.reject(new CallError(code))

beforeEach(() => {
  jest.useFakeTimers()
  call.mockReset()
})
afterEach(() => {
  jest.useRealTimers()
})

test.each<CallErrorCode>(['unavailable', 'network'])(
  'what is shown stays while it is %s, and goes on by itself afterwards',
  async (code) => {
    call.mockImplementation(answering(3))
    await show()
    call.mockImplementation(failing(code))
    await pass(POLL_MS)
    expect(screen.getByRole('status').textContent).toBe(`${code}, asked again`)
    expect(screen.getByText('3 credits')).not.toBeNull()

    await pass(60_000)
    call.mockImplementation(answering(4))
    await pass(20_000)
    expect(screen.queryByRole('status')).toBeNull()
    expect(screen.getByText('4 credits')).not.toBeNull()
  },
)

test('what asking again cannot change is not asked again', async () => {
  call.mockImplementation(failing('person_not_found'))
  await show()
  await pass(120_000)
  expect(call).toHaveBeenCalledTimes(1)
  expect(screen.getByRole('status').textContent).toBe('person_not_found')
})
