import { expect, jest, test } from '@jest/globals'
import { act, renderHook } from '@testing-library/react'
import { NextIntlClientProvider } from 'next-intl'
import type { ReactNode } from 'react'
import { IdentityError, OtherMethodError } from '#lib/identity/identity-error.ts'
import type { Identity } from '#lib/identity/identity.ts'
import { identityWith } from '#lib/identity/identity.fixture.ts'

let identity: () => Promise<Identity>
jest.unstable_mockModule('#lib/session/browser-session.ts', () => ({
  browserSession: () => ({ identity: () => identity() }),
}))
const { useSignIn } = await import('./use-sign-in.ts')

const wrapper = ({ children }: { children: ReactNode }) => (
  <NextIntlClientProvider locale="de" timeZone="UTC">
    {children}
  </NextIntlClientProvider>
)

/** The page after a provider’s, whose answer is taken in. */
async function comeBack(completeRedirect: Identity['completeRedirect']) {
  identity = () => Promise.resolve(identityWith({ completeRedirect }))
  const { result } = renderHook(() => useSignIn(), { wrapper })
  await act(() => new Promise((resolve) => setTimeout(resolve)))
  return result.current
}

test.each(['network', 'user_disabled', 'internal'] as const)(
  'a provider’s answer that cannot be taken in is not passed over in silence: %s',
  async (code) => {
    const { problem } = await comeBack(() => Promise.reject(new IdentityError(code)))
    expect(problem).toBe(code)
  },
)

test('a sign-in for an account with another method waits to be added to it', async () => {
  const pending = { email: 'anna@example.com', provider: 'google', link: () => Promise.resolve() } as const
  const signIn = await comeBack(() => Promise.reject(new OtherMethodError(pending)))
  expect(signIn.pending).toBe(pending)
  expect(signIn.problem).toBeUndefined()
})

test('a missing answer is no error, and a sign-in that cannot be loaded is reported by the session', async () => {
  expect((await comeBack(() => Promise.resolve())).problem).toBeUndefined()
  identity = () => Promise.reject(new IdentityError('network'))
  const { result } = renderHook(() => useSignIn(), { wrapper })
  await act(() => new Promise((resolve) => setTimeout(resolve)))
  expect(result.current.problem).toBeUndefined()
})
