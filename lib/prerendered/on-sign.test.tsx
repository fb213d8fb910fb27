import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { askOnSign } from './on-sign.ts'

const SCRIPTS = ['/_next/a.js', '/_next/b.js']
const SHEETS = '<link rel="stylesheet" href="/_next/a.css">'
const LATEST_MS = 5_000
const asked = () =>
  [...document.head.children].map((node) => node.getAttribute('src') ?? node.getAttribute('href'))
const start = () => askOnSign(SCRIPTS, SHEETS, 'text/kept', 'alive', LATEST_MS)
const press = (name: string) => document.querySelector<HTMLElement>(name)?.click()

beforeEach(() => {
  jest.useFakeTimers()
  document.head.replaceChildren()
  document.body.innerHTML = '<button id="save"><b>Save</b></button><button popovertarget="menu"></button>'
  window.history.replaceState(null, '', '/en')
})
// What one test's page listens to, no other's may.
afterEach(() => {
  jest.runAllTimers()
  window.dispatchEvent(new Event('alive'))
  jest.useRealTimers()
})

test.each(['pointermove', 'pointerdown', 'wheel', 'scroll', 'keydown', 'focusin', 'dragenter'])(
  'nothing is asked for before %s, and everything once after it',
  (sign) => {
    start()
    jest.advanceTimersByTime(LATEST_MS - 1)
    expect(asked()).toEqual([])
    for (let time = 0; time < 2; time++) document.body.dispatchEvent(new Event(sign, { bubbles: true }))
    jest.runAllTimers()
    expect(asked()).toEqual(['/_next/a.css', ...SCRIPTS])
  },
)

test('who only reads gets the scripts in between, and a code in the address brings them once it is painted', () => {
  start()
  jest.advanceTimersByTime(LATEST_MS)
  jest.runAllTimers()
  expect(asked()).toEqual(['/_next/a.css', ...SCRIPTS])
  document.head.replaceChildren()
  window.history.replaceState(null, '', '/en?ref=abcdef')
  start()
  jest.advanceTimersByTime(1)
  expect(asked()).toEqual([])
  jest.advanceTimersToNextFrame()
  window.dispatchEvent(new Event('keydown'))
  jest.runAllTimers()
  expect(asked()).toEqual(['/_next/a.css', ...SCRIPTS])
})

test('what the page keeps for its scripts runs before they are there', () => {
  const run = () => Reflect.get(window, 'ran') as unknown
  document.body.insertAdjacentHTML(
    'beforeend',
    '<script type="text/kept">(window.ran ??= []).push(1)</script><script type="text/kept">window.ran.push(2)</script>',
  )
  start()
  expect(run()).toBeUndefined()
  window.dispatchEvent(new Event('keydown'))
  expect([run(), asked()]).toEqual([[1, 2], ['/_next/a.css']])
})

test('a button pressed before the scripts are there is pressed once they are, once', () => {
  start()
  press('b')
  const heard: boolean[] = []
  document.querySelector('#save')?.addEventListener('click', (event) => heard.push(event.defaultPrevented))
  window.dispatchEvent(new Event('alive'))
  expect(heard).toEqual([false])
  press('b')
  window.dispatchEvent(new Event('alive'))
  expect(heard).toEqual([false, false])
})

test('what the browser does by itself is left to it', () => {
  start()
  const click = new MouseEvent('click', { bubbles: true, cancelable: true })
  document.querySelector('[popovertarget]')?.dispatchEvent(click)
  expect(click.defaultPrevented).toBe(false)
})
