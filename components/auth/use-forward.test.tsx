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

/** Renders the sign-in page as the middleware redirects to it, or one of the other pages. */
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

test('a foreign address in the storage is not followed', () => {
  localStorage.setItem('redirect_url', 'https://evil.example/de/persons')
  session = { status: 'verified', isCookieSet: true }
  open(null)
  expect(replace.mock.calls).toEqual([['/fr/persons']])
})

test('the wanted page is kept while the address is confirmed, also in the tab that the mail opened', () => {
  session = { status: 'unverified', isCookieSet: true }
  const first = open('/de/referral')
  expect(replace.mock.calls).toEqual([['/fr/auth/verify-email?redirect=%2Fde%2Freferral']])
  first.unmount()
  replace.mockReset()

  session = { status: 'verified', isCookieSet: true }
  open(null, 'action')
  expect(replace.mock.calls).toEqual([['/fr/referral']])
})

test('a user signed out while waiting comes back to the sign-in with the wanted page', () => {
  localStorage.setItem('redirect_url', '/de/account')
  session = { status: 'signed_out', isCookieSet: false }
  open(null, 'verify')
  expect(replace.mock.calls).toEqual([['/fr/auth/login?redirect=%2Fde%2Faccount']])
  expect(readWantedPage()).toBe('/de/account')
})
