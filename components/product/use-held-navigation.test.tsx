import { afterEach, expect, jest, test } from '@jest/globals'
import { act, fireEvent, render, screen } from '@testing-library/react'
import {
  AppRouterContext,
  type AppRouterInstance,
} from 'next/dist/shared/lib/app-router-context.shared-runtime.js'
import { useHeldNavigation } from './use-held-navigation.ts'

const push = jest.fn()
const followed = jest.fn()
// Of the router only this is asked.
const router = { push } as unknown as AppRouterInstance

function Page() {
  const isHeld = useHeldNavigation()
  const follow = (event: { preventDefault: () => void; currentTarget: HTMLAnchorElement }) => {
    // jsdom cannot go anywhere.
    event.preventDefault()
    followed(event.currentTarget.textContent)
  }
  return (
    <>
      {isHeld && <p>held</p>}
      {['/de/persons', '#styles', 'https://elsewhere.example/'].map((href) => (
        <a key={href} href={href} onClick={follow}>
          {href}
        </a>
      ))}
    </>
  )
}

function setOnline(isOnline: boolean): void {
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => isOnline })
  act(() => {
    window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'))
  })
}

afterEach(() => {
  setOnline(true)
  jest.clearAllMocks()
})

function open() {
  window.history.replaceState(null, '', '/de/persons/1')
  render(
    <AppRouterContext value={router}>
      <Page />
    </AppRouterContext>,
  )
  return { click: (href: string) => fireEvent.click(screen.getByText(href)) }
}

test('online, links are followed at once', () => {
  const { click } = open()
  click('/de/persons')
  expect(followed).toHaveBeenCalledWith('/de/persons')
})

test('offline, a page of ours is held and opened when the connection is back', () => {
  const { click } = open()
  setOnline(false)
  click('/de/persons')
  expect([followed.mock.calls, push.mock.calls]).toEqual([[], []])
  expect(screen.queryByText('held')).not.toBeNull()
  setOnline(true)
  expect(push.mock.calls).toEqual([['/de/persons']])
  expect(screen.queryByText('held')).toBeNull()
})

test.each(['#styles', 'https://elsewhere.example/'])('offline, %s is not ours to hold', (href) => {
  const { click } = open()
  setOnline(false)
  click(href)
  expect(followed).toHaveBeenCalledWith(href)
  setOnline(true)
  expect(push).not.toHaveBeenCalled()
})
