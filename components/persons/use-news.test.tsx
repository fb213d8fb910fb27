import { expect, test } from '@jest/globals'
import { act, renderHook } from '@testing-library/react'
import { NextIntlClientProvider } from 'next-intl'
import type { ReactNode } from 'react'
import type { BundleState } from '#contract/bundles.ts'
import type { Person } from '#contract/persons.ts'
import messages from '#messages/en.json' with { type: 'json' }
import { person } from './person.fixture.ts'
import { useNews } from './use-news.ts'
import { usePersonTitle } from './use-person-title.ts'

const wrapper = ({ children }: { children: ReactNode }) => (
  <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
    {children}
  </NextIntlClientProvider>
)

function withBundle(state: BundleState): Person {
  const bundle = {
    id: 'd4f7c6a0-9a52-4c35-8b51-0d8a6f1b2c3d',
    styleId: 'studio-grey' as const,
    state,
    generatedCount: 0,
    totalCount: 12,
    repair: null,
    coverUrl: null,
    isFrozen: false,
    createdAt: '2026-01-01T00:00:00.000Z',
  }
  return { ...person, state: 'trained', bundles: [bundle] }
}

function follow(first: Person | undefined) {
  const { result, rerender } = renderHook(({ now }: { now: Person | undefined }) => useNews(now), {
    initialProps: { now: first },
    wrapper,
  })
  return { news: () => result.current, show: (now: Person) => rerender({ now }) }
}

test('headshots that become ready while the page is open are said, once', () => {
  const { news, show } = follow(withBundle('generating'))
  expect(news()).toEqual({ sentence: '', readyCount: 0 })
  show(withBundle('ready'))
  const said = { sentence: 'The headshots in the style Studio Gray are ready.', readyCount: 1 }
  expect(news()).toEqual(said)
  show(withBundle('ready'))
  expect(news()).toEqual(said)
})

test('headshots ready before the page was opened are not announced', () => {
  const { news, show } = follow(undefined)
  show(withBundle('ready'))
  expect(news()).toEqual({ sentence: '', readyCount: 0 })
})

test('a failure is announced too, and does not count as ready', () => {
  const { news, show } = follow(withBundle('queued'))
  show(withBundle('refunded'))
  expect(news()).toEqual({
    sentence: 'The headshots in the style Studio Gray did not work out.',
    readyCount: 0,
  })
})

test("the tab has the person's name, and says ready only while it is hidden", () => {
  let visibility: DocumentVisibilityState = 'visible'
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => visibility })
  const turn = (to: DocumentVisibilityState, rerender: () => void) => {
    visibility = to
    act(() => {
      document.dispatchEvent(new Event('visibilitychange'))
    })
    rerender()
  }
  let readyCount = 0
  const { rerender } = renderHook(() => usePersonTitle('Anna', readyCount), { wrapper })
  expect(document.title).toBe('Anna')
  turn('hidden', rerender)
  readyCount = 1
  rerender()
  expect(document.title).toBe('Ready: Anna')
  turn('visible', rerender)
  expect(document.title).toBe('Anna')
  turn('hidden', rerender)
  expect(document.title).toBe('Anna')
})
