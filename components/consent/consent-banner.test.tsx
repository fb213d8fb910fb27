import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import messages from '#messages/en.json' with { type: 'json' }

let isSignedIn = false
jest.unstable_mockModule('next/navigation', () => ({ usePathname: () => '/en' }))
jest.unstable_mockModule('#lib/session/signed-in-hint.ts', () => ({ readSignedInHint: () => isSignedIn }))
const { ConsentBanner } = await import('./consent-banner.tsx')

const copy = messages.consent
const open = () => render(<ConsentBanner copy={copy} locale="en" />)
const banner = () => screen.queryByRole('region', { name: copy.label })

beforeEach(() => {
  isSignedIn = false
  localStorage.clear()
})
afterEach(() => localStorage.clear())

test('it is there until somebody accepts, by the one button there is, and then for good', async () => {
  const { unmount } = open()
  expect(banner()?.textContent).toContain(copy.text)
  expect(screen.getByRole('link').getAttribute('href')).toBe('/en/legal/privacy-policy')
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([copy.accept])
  await userEvent.click(screen.getByRole('button', { name: copy.accept }))
  expect(banner()).toBeNull()
  expect(Object.entries(localStorage)).toEqual([['cookie_consent', 'accepted']])
  unmount()
  open()
  expect(banner()).toBeNull()
})

test('until then nothing is kept on the device', () => {
  open()
  expect(localStorage).toHaveLength(0)
  expect(sessionStorage).toHaveLength(0)
})

test('whoever is signed in does not see it, and has accepted nothing by that', () => {
  isSignedIn = true
  open()
  expect(banner()).toBeNull()
  expect(localStorage).toHaveLength(0)
})

test('accepted in another tab it goes here too', () => {
  open()
  act(() => {
    localStorage.setItem('cookie_consent', 'accepted')
    window.dispatchEvent(new StorageEvent('storage', { key: 'cookie_consent' }))
  })
  expect(banner()).toBeNull()
})
