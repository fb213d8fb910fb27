import { beforeEach, expect, jest, test } from '@jest/globals'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { NextIntlClientProvider } from 'next-intl'
import { SWRConfig } from 'swr'
import { CallError } from '#lib/api/call-error.ts'
import messages from '#messages/en.json' with { type: 'json' }

const call = jest.fn<(name: string, input: object, options?: object) => Promise<unknown>>()
jest.unstable_mockModule('#lib/session/browser-session.ts', () => ({ browserClient: () => ({ call }) }))
const { AcquisitionCard } = await import('./acquisition-card.tsx')

let isAsked = false
let refusals = 0
const sent = () => call.mock.calls.filter(([name]) => name !== 'getProfile')

beforeEach(() => {
  isAsked = false
  refusals = 0
  call.mockReset()
  call.mockImplementation((name) => {
    if (name === 'updateProfile') isAsked = true
    if (name === 'reportAcquisitionChannel' && refusals-- > 0) return Promise.reject(new CallError('network'))
    return Promise.resolve({ locale: null, currency: null, isAcquisitionAsked: isAsked, consents: [] })
  })
})

function open() {
  return render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
        <AcquisitionCard />
      </NextIntlClientProvider>
    </SWRConfig>,
  )
}
const question = () => screen.queryByRole('heading', { name: messages.acquisition.title })
const thanked = () => expect(screen.getByRole('status').textContent).toBe(messages.acquisition.thanks)
const NOTED = ['updateProfile', { body: { isAcquisitionAsked: true } }]
const ANSWERED = ['reportAcquisitionChannel', { body: { channel: 'linkedin', platform: 'website' } }]

test('one answer is given, thanked for, and never asked for again', async () => {
  const { unmount } = open()
  await userEvent.click(await screen.findByRole('button', { name: 'LinkedIn' }))
  await waitFor(thanked)
  expect(sent()).toEqual([NOTED, ANSWERED])
  unmount()
  call.mockClear()
  open()
  await waitFor(() => expect(call).toHaveBeenCalledWith('getProfile', {}, {}))
  expect(question()).toBeNull()
})

test('a user who leaves without an answer is not asked again', async () => {
  const { unmount } = open()
  await screen.findByRole('heading', { name: messages.acquisition.title })
  await waitFor(() => expect(sent()).toEqual([NOTED]))
  expect(question()).not.toBeNull()
  unmount()
  call.mockClear()
  open()
  await waitFor(() => expect(call).toHaveBeenCalledWith('getProfile', {}, {}))
  expect(question()).toBeNull()
})

test('a search engine, a friend and an assistant are answers', async () => {
  open()
  await userEvent.click(await screen.findByRole('button', { name: messages.acquisition.assistant }))
  await waitFor(thanked)
  expect(sent()).toEqual([
    NOTED,
    ['reportAcquisitionChannel', { body: { channel: 'assistant', platform: 'website' } }],
  ])
  const names = [messages.acquisition.search, messages.acquisition.friend]
  cleanup()
  isAsked = false
  open()
  for (const name of names) expect(await screen.findByRole('button', { name })).not.toBeNull()
})

test('a user who skips is not asked again, and no answer is sent', async () => {
  open()
  await userEvent.click(await screen.findByRole('button', { name: messages.acquisition.skip }))
  expect(question()).toBeNull()
  expect(sent()).toEqual([NOTED])
})

test('an answer that did not arrive is sent again, the question noted once', async () => {
  refusals = 1
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'LinkedIn' }))
  expect((await screen.findByRole('alert')).textContent).toContain(messages.acquisition.failed)
  await userEvent.click(screen.getByRole('button', { name: messages.ui.retry }))
  await waitFor(thanked)
  expect(sent()).toEqual([NOTED, ANSWERED, ANSWERED])
})
