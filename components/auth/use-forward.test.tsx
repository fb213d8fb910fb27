import { beforeEach, expect, jest, test } from '@jest/globals'
import { renderHook } from '@testing-library/react'
import { NextIntlClientProvider } from 'next-intl'
import type { ReactNode } from 'react'
import { readWantedPage } from '#lib/session/wanted-page.ts'

type Status = 'loading' | 'signed_out' | 'unverified' | 'verified'
let session: { status: Status; isCookieSet: boolean }
const replace = jest.fn<(path: string) => void>()
const router = { replace }
jest.unstable_mockModule('next/navigation', () => ({ useRouter: () => router }))
jest.unstable_mockModule('#lib/session/use-session.ts', () => ({ useSession: () => session }))
const { useForward, useSaveWantedPage } = await import('./use-forward.ts')

beforeEach(() => {
  localStorage.clear()
  replace.mockReset()
  session = { status: 'loading', isCookieSet: false }
})

const wrapper = ({ children }: { children: ReactNode }) => (
  <NextIntlClientProvider locale="fr" timeZone="UTC">
    {children}
  </NextIntlClientProvider>
)

/** The sign-in page as the middleware led to it, or another of these pages. */
function open(redirect: string | null, from: 'login' | 'verify' | 'action' = 'login') {
  return renderHook(
    () => {
      useSaveWantedPage(redirect)
      useForward(from)
    },
    { wrapper },
  )
}

test('the wanted page is returned to once, in the language of now, when the session is known everywhere', () => {
  const { rerender } = open('/de/persons/7?x=1')
  expect(readWantedPage()).toBe('/de/persons/7?x=1')
  session = { status: 'verified', isCookieSet: false }
  rerender()
  expect(replace).not.toHaveBeenCalled()
  session = { status: 'verified', isCookieSet: true }
  rerender()
  expect(replace.mock.calls).toEqual([['/fr/persons/7?x=1']])
  expect(readWantedPage()).toBeUndefined()
})

test.each(['https://evil.example/de/persons', '//evil.example', '/\\evil.example', '/de/auth/login'])(
  'a page that is none of ours to return to is not saved: %s',
  (redirect) => {
    session = { status: 'verified', isCookieSet: true }
    open(redirect)
    expect(replace.mock.calls).toEqual([['/fr/persons']])
  },
)

test('what somebody else put into the storage is not followed either', () => {
  localStorage.setItem('redirect_url', 'https://evil.example/de/persons')
  session = { status: 'verified', isCookieSet: true }
  open(null)
  expect(replace.mock.calls).toEqual([['/fr/persons']])
})

test('it waits while the address is confirmed, also in the tab that the mail opened', () => {
  session = { status: 'unverified', isCookieSet: true }
  const first = open('/de/referral')
  expect(replace.mock.calls).toEqual([['/fr/auth/verify-email?redirect=%2Fde%2Freferral']])
  first.unmount()
  replace.mockReset()

  session = { status: 'verified', isCookieSet: true }
  open(null, 'action')
  expect(replace.mock.calls).toEqual([['/fr/referral']])
})

test('whoever is signed out while they wait comes back to the sign-in with it', () => {
  localStorage.setItem('redirect_url', '/de/account')
  session = { status: 'signed_out', isCookieSet: false }
  open(null, 'verify')
  expect(replace.mock.calls).toEqual([['/fr/auth/login?redirect=%2Fde%2Faccount']])
  expect(readWantedPage()).toBe('/de/account')
})
