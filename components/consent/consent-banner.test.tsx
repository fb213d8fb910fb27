import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import messages from '#messages/en.json' with { type: 'json' }

let isSignedIn = false
let pathname = '/en'
jest.unstable_mockModule('next/navigation', () => ({ usePathname: () => pathname }))
jest.unstable_mockModule('#lib/session/signed-in-hint.ts', () => ({ readSignedInHint: () => isSignedIn }))
const { ButtonLink } = await import('#components/ui/button.tsx')
const { ConsentBanner } = await import('./consent-banner.tsx')

const copy = messages.consent
const open = () => render(<ConsentBanner copy={copy} locale="en" />)
const banner = () => screen.queryByRole('region', { name: copy.label })

beforeEach(() => {
  isSignedIn = false
  pathname = '/en'
  localStorage.clear()
})
afterEach(() => localStorage.clear())

test('it is shown until its one button is pressed, and never again', async () => {
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

test('a signed-in user does not see it, and has not accepted by signing in', () => {
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

test('on a phone it makes way while a main action of the page lies below it, and comes back when it does not', async () => {
  const width = jest.replaceProperty(window, 'innerWidth', 320)
  let actionTop = window.innerHeight - 100
  const rectangle = jest.spyOn(Element.prototype, 'getBoundingClientRect')
  rectangle.mockImplementation(() => DOMRect.fromRect({ y: actionTop, height: 50 }))
  const height = jest.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(198)
  render(
    <>
      <ButtonLink href="/en/persons/new" size="lg">
        Upload selfies
      </ButtonLink>
      <ConsentBanner copy={copy} locale="en" />
    </>,
  )
  const asking = () => document.querySelector('[data-asks-consent]')
  await waitFor(() => expect(asking()?.hasAttribute('inert')).toBe(true))
  width.replaceValue(1440)
  act(() => void window.dispatchEvent(new Event('resize')))
  await waitFor(() => expect(asking()?.hasAttribute('inert')).toBe(false))
  width.replaceValue(320)
  act(() => void window.dispatchEvent(new Event('resize')))
  await waitFor(() => expect(asking()?.hasAttribute('inert')).toBe(true))
  actionTop = 100
  act(() => void window.dispatchEvent(new Event('scroll')))
  await waitFor(() => expect(asking()?.hasAttribute('inert')).toBe(false))
  width.restore()
  rectangle.mockRestore()
  height.mockRestore()
})

test.each([
  ['/en/image/abc', true],
  ['/de/share/7', true],
  ['/en/pricing', false],
])('at %s its text is folded: %s', (at, isFolded) => {
  pathname = at
  open()
  expect(banner()?.querySelector('details') !== null).toBe(isFolded)
  expect(banner()?.textContent).toContain(copy.text)
})
