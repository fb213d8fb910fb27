import { expect, test } from '@jest/globals'
import { act, renderHook } from '@testing-library/react'
import { isValidElement } from 'react'
import { CallError } from '#lib/api/call-error.ts'
import { IdentityError } from '#lib/identity/identity-error.ts'
import { useReauthentication } from './reauthenticate.tsx'

const settled = () => new Promise((resolve) => setTimeout(resolve))

/** Ends the dialog that is open as its user would. */
function endDialog(dialog: unknown, isProved: boolean): void {
  if (!isValidElement<{ onEnd: (isProved: boolean) => void }>(dialog)) throw new Error('no dialog is open')
  dialog.props.onEnd(isProved)
}

/** Work that is refused until the sign-in is recent. */
function refusedWith(error: Error) {
  const state = { runs: 0 }
  const work = () => {
    state.runs += 1
    return state.runs === 1 ? Promise.reject(error) : Promise.resolve('done')
  }
  return { work, state }
}

test.each([new CallError('requires_recent_login'), new IdentityError('recent_login_required')])(
  'work that wants a recent sign-in (%s) is done after a fresh proof',
  async (error) => {
    const { result } = renderHook(() => useReauthentication())
    const { work, state } = refusedWith(error)
    const answer = result.current.withRecentSignIn(work)
    await act(settled)
    act(() => endDialog(result.current.dialog, true))
    expect(await answer).toEqual({ answer: 'done' })
    expect(state.runs).toBe(2)
    expect(isValidElement(result.current.dialog)).toBe(false)
  },
)

test('the work is not repeated when the dialog is closed', async () => {
  const { result } = renderHook(() => useReauthentication())
  const { work, state } = refusedWith(new CallError('requires_recent_login'))
  const answer = result.current.withRecentSignIn(work)
  await act(settled)
  act(() => endDialog(result.current.dialog, false))
  expect(await answer).toBeUndefined()
  expect(state.runs).toBe(1)
})

test('any other error is thrown, and opens no dialog', async () => {
  const { result } = renderHook(() => useReauthentication())
  const { work } = refusedWith(new CallError('network'))
  await expect(result.current.withRecentSignIn(work)).rejects.toMatchObject({ code: 'network' })
  expect(isValidElement(result.current.dialog)).toBe(false)
})
