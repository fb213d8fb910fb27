import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { waitFor } from '@testing-library/react'
import { reloadForGoneScripts } from './gone-scripts.ts'

const GONE = '/_next/static/chunks/of-an-old-build.js'
const reload = jest.fn()
const ask = jest.fn<(url: string) => Promise<{ status: number }>>()
let stop: () => void = () => undefined

beforeEach(() => {
  sessionStorage.clear()
  reload.mockReset()
  ask.mockReset().mockResolvedValue({ status: 404 })
  Object.assign(globalThis, { fetch: ask })
  stop = reloadForGoneScripts(reload)
})
afterEach(() => {
  stop()
  document.head.replaceChildren()
})

/** A script that could not be loaded. */
function fail(src: string): void {
  const script = document.createElement('script')
  script.type = 'text/plain'
  script.src = src
  document.head.append(script)
  script.dispatchEvent(new Event('error'))
}

test('a script that is gone from the server reloads the tab, once for each script', async () => {
  fail(GONE)
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
  fail(GONE)
  fail('/_next/static/chunks/another.js')
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(2))
  expect(ask.mock.calls.map(([url]) => new URL(url).pathname)).toEqual([
    GONE,
    '/_next/static/chunks/another.js',
  ])
})

test.each([
  ['that is there', () => Promise.resolve({ status: 200 })],
  ['while the server is away', () => Promise.resolve({ status: 503 })],
  ['without a network', () => Promise.reject(new TypeError('Failed to fetch'))],
])('a script %s reloads nothing', async (_name, answer) => {
  ask.mockImplementation(answer)
  fail(GONE)
  await waitFor(() => expect(ask).toHaveBeenCalledTimes(1))
  await Promise.allSettled(ask.mock.results.map(({ value }) => value as Promise<unknown>))
  expect(reload).not.toHaveBeenCalled()
})

test.each(['https://js.stripe.com/v3/', '/elsewhere.js'])('nor does one of others: %s', (src) => {
  fail(src)
  expect(ask).not.toHaveBeenCalled()
})
