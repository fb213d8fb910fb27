import { beforeEach, expect, jest, test } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { NextIntlClientProvider } from 'next-intl'
import { SWRConfig } from 'swr'
import type { Feedback } from '#contract/feedback.ts'
import { CallError } from '#lib/api/call-error.ts'
import messages from '#messages/en.json' with { type: 'json' }

const call = jest.fn<(name: string, input: { body?: object; query?: object }) => Promise<unknown>>()
jest.unstable_mockModule('#lib/session/browser-session.ts', () => ({ browserClient: () => ({ call }) }))
const { FeedbackForm } = await import('./feedback-form.tsx')

const said: Feedback = {
  rating: 4,
  text: 'Good light',
  wantsContact: true,
  givenAt: '2026-03-01T10:00:00.000Z',
}
const t = messages.feedback
let found: Feedback | null

beforeEach(() => {
  found = null
  sessionStorage.clear()
  call.mockReset()
  call.mockImplementation((name, { body }) =>
    Promise.resolve(name.startsWith('get') ? { feedback: found } : { ...said, ...body }),
  )
})

function open(subject: { personid: string; bundleid?: string }) {
  return render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
        <FeedbackForm subject={subject} personName="Anna" />
      </NextIntlClientProvider>
    </SWRConfig>,
  )
}

test('stars are required, and feedback on a person is shown with a way to change it', async () => {
  open({ personid: 'p' })
  await userEvent.click(await screen.findByRole('button', { name: t.submit }))
  const stars = screen.getByRole('group', { name: t.rating })
  expect(stars.contains(await screen.findByText(t.ratingMissing))).toBe(true)
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: '1 star' }))

  await userEvent.click(screen.getByRole('radio', { name: '5 stars' }))
  await userEvent.type(screen.getByLabelText(t.text), 'Lovely')
  await userEvent.click(screen.getByRole('button', { name: t.submit }))
  expect((await screen.findByRole('status')).textContent).toContain(t.given.title)
  const given = { personid: 'p', rating: 5, text: 'Lovely', wantsContact: false }
  expect(call).toHaveBeenLastCalledWith('givePersonFeedback', { body: given })
  expect(screen.getByRole('blockquote').textContent).toBe('Lovely')
  await userEvent.click(screen.getByRole('button', { name: t.given.change }))
  expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: t.text })).value).toBe('Lovely')
})

test('earlier feedback on a bundle can be changed, and a failure loses no text', async () => {
  found = said
  open({ personid: 'p', bundleid: 'b' })
  await userEvent.click(await screen.findByRole('button', { name: t.given.change }))
  expect(screen.getByRole<HTMLInputElement>('radio', { name: '4 stars' }).checked).toBe(true)
  call.mockRejectedValueOnce(new CallError('network'))
  await userEvent.type(screen.getByLabelText(t.text), ', and quick')
  await userEvent.click(screen.getByRole('button', { name: t.submit }))
  expect((await screen.findByRole('alert')).textContent).toContain(t.failed)
  expect(screen.getByLabelText<HTMLTextAreaElement>(t.text).value).toBe('Good light, and quick')
  await userEvent.click(screen.getByRole('button', { name: t.submit }))
  await screen.findByText(t.given.title)
  const given = { personid: 'p', bundleid: 'b', rating: 4, text: 'Good light, and quick', wantsContact: true }
  expect(call).toHaveBeenLastCalledWith('giveBundleFeedback', { body: given })
})

test('words that were not sent are there again after the page was left', async () => {
  const { unmount } = open({ personid: 'p' })
  await userEvent.type(await screen.findByRole('textbox', { name: t.text }), 'Half a sent')
  unmount()
  open({ personid: 'p' })
  expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: t.text })).value).toBe(
    'Half a sent',
  )
})
