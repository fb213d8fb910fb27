import { beforeEach, expect, jest, test } from '@jest/globals'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { NextIntlClientProvider } from 'next-intl'
import { CallError } from '#lib/api/call-error.ts'
import type { SessionState } from '#lib/session/session-store.ts'
import messages from '#messages/en.json' with { type: 'json' }

const call = jest.fn<(name: string, input: object) => Promise<unknown>>()
const keep = jest.fn()
const leave = jest.fn()
const session: SessionState = {
  status: 'verified',
  isCookieSet: true,
  problem: null,
  isEndedElsewhere: false,
  account: { uid: 'anna', email: 'anna@b.example', isVerified: true },
}
let proves = true
const asked = jest.fn()
/** As the real one, without its dialog. */
async function withRecentSignIn(work: () => Promise<unknown>) {
  try {
    return { answer: await work() }
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== 'requires_recent_login') throw error
    asked()
    return proves ? { answer: await work() } : undefined
  }
}
jest.unstable_mockModule('#lib/session/browser-session.ts', () => ({ browserClient: () => ({ call }) }))
jest.unstable_mockModule('#lib/session/use-session.ts', () => ({ useSession: () => session }))
jest.unstable_mockModule('./deletion-note.ts', () => ({
  keepDeletionNote: keep,
  goToDeletedPage: leave,
}))
jest.unstable_mockModule('#components/auth/reauthenticate.tsx', () => ({
  useReauthentication: () => ({ dialog: null, withRecentSignIn }),
}))
const { DeletionSection } = await import('./deletion-section.tsx')

const t = messages.account.deletion
const requestedAt = '2026-03-01T10:00:00.000Z'
const button = (name: string) => screen.getByRole('button', { name })
const word = () => screen.getByLabelText(t.type.replace('{word}', t.word))

beforeEach(() => {
  call.mockReset()
  call.mockResolvedValue({ requestedAt })
  keep.mockReset()
  asked.mockReset()
  proves = true
  // Neither is there in jsdom.
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
})

async function typeWord(text: string): Promise<void> {
  render(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <DeletionSection />
    </NextIntlClientProvider>,
  )
  await userEvent.click(button(t.open))
  await userEvent.type(word(), text)
  await userEvent.click(button(t.confirm))
}

test('another text deletes nothing, and a message names the missing word', async () => {
  await typeWord('remove')
  expect(call).not.toHaveBeenCalled()
  const complaint = await screen.findByText(t.wordWrong.replace('{word}', t.word))
  expect(word().getAttribute('aria-describedby')).toContain(complaint.id)
  expect(document.activeElement).toBe(word())
})

test('the word deletes the account, and the next page gets the note', async () => {
  await typeWord('delete')
  await waitFor(() => expect(leave).toHaveBeenCalledWith('en'))
  expect(call.mock.calls).toEqual([['deleteUser', {}]])
  expect(keep).toHaveBeenCalledWith({ requestedAt, email: 'anna@b.example' })
})

test('a user whose sign-in is too old signs in again first', async () => {
  call.mockRejectedValueOnce(new CallError('requires_recent_login'))
  await typeWord('DELETE')
  await waitFor(() => expect(keep).toHaveBeenCalledTimes(1))
  expect(asked).toHaveBeenCalledTimes(1)
})

test('a user who closes that dialog keeps the account', async () => {
  proves = false
  call.mockRejectedValueOnce(new CallError('requires_recent_login'))
  await typeWord('DELETE')
  await waitFor(() => expect(asked).toHaveBeenCalledTimes(1))
  await waitFor(() => expect(button(t.open).getAttribute('aria-busy')).toBeNull())
  expect(call).toHaveBeenCalledTimes(1)
  expect(keep).not.toHaveBeenCalled()
})

test('a failure says that the account was not deleted', async () => {
  let fail: (error: Error) => void = () => undefined
  call.mockReturnValueOnce(new Promise((_resolve, reject) => (fail = reject)))
  await typeWord('DELETE')
  await waitFor(() => expect(button(t.open).getAttribute('aria-busy')).toBe('true'))
  await act(async () => {
    fail(new CallError('network'))
    await Promise.resolve()
  })
  expect((await screen.findByRole('alert')).textContent).toContain(t.failed)
  expect(keep).not.toHaveBeenCalled()
})

test('an account that another browser has deleted meanwhile is no failure', async () => {
  call.mockRejectedValueOnce(new CallError('account_deleted'))
  await typeWord('DELETE')
  await waitFor(() => expect(button(t.open).getAttribute('aria-busy')).toBe('true'))
  expect(screen.queryByText(t.failed)).toBeNull()
})
