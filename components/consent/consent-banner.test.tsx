import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { act, render, screen, waitFor } from '@testing-library/react'
import { renderToString } from 'react-dom/server.node'
import userEvent from '@testing-library/user-event'
import { giveConsent, hasConsented } from '#lib/analytics/consent.ts'
import { CONSENT_UNWANTED, HEAD_SCRIPT } from '#lib/content-policy/head-script.ts'
import { keepSignedInHint } from '#lib/session/signed-in-hint.ts'
import messages from '#messages/en.json' with { type: 'json' }

let segment: string | null = '(public)'
jest.unstable_mockModule('next/navigation', () => ({ useSelectedLayoutSegment: () => segment }))
const { ButtonLink } = await import('#components/ui/button.tsx')
const { ConsentBanner } = await import('./consent-banner.tsx')

const copy = messages.consent
const open = () => render(<ConsentBanner copy={copy} locale="en" />)
const banner = () => screen.queryByRole('region', { name: copy.label })

beforeEach(() => {
  segment = '(public)'
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
  keepSignedInHint(true)
  open()
  expect(banner()).toBeNull()
  expect(hasConsented()).toBe(false)
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
  ['image', true],
  ['share', true],
  ['(public)', false],
  [null, false],
])('on pages below %s its text is folded: %s', (below, isFolded) => {
  segment = below
  open()
  expect(banner()?.querySelector('details') !== null).toBe(isFolded)
  expect(banner()?.textContent).toContain(copy.text)
})

describe('the page that the server makes', () => {
  const isHidden = () => document.documentElement.hasAttribute(CONSENT_UNWANTED)
  /** As a browser opens it: the head's script first, then the banner's markup, then React. */
  const openPage = () => {
    window.eval(HEAD_SCRIPT)
    const wasHidden = isHidden()
    const container = document.createElement('div')
    container.innerHTML = renderToString(<ConsentBanner copy={copy} locale="en" />)
    document.body.append(container)
    expect(container.textContent).toContain(copy.text)
    return {
      wasHidden,
      hydrated: () => render(<ConsentBanner copy={copy} locale="en" />, { container, hydrate: true }),
    }
  }

  test.each([
    ['a visitor who was not asked', () => undefined, true],
    ['who has accepted', giveConsent, false],
    ['who is signed in', () => keepSignedInHint(true), false],
  ])('has the banner; to %s it is shown from the first paint on as after it', (_who, prepare, isShown) => {
    prepare()
    const page = openPage()
    expect(page.wasHidden).toBe(!isShown)
    page.hydrated()
    expect(banner() !== null).toBe(isShown)
    expect(isHidden()).toBe(false)
  })

  test('knows of no main action yet: the banner has no place until it is looked at', async () => {
    openPage().hydrated()
    const asking = () => document.querySelector('[data-asks-consent]')?.getAttribute('data-asks-consent')
    await waitFor(() => expect(asking()).toBe(''))
    expect(renderToString(<ConsentBanner copy={copy} locale="en" />)).toContain(
      'data-asks-consent="unplaced"',
    )
  })
})
