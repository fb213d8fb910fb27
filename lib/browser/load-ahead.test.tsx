import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { loadAhead } from './load-ahead.ts'

beforeEach(() => {
  jest.useFakeTimers()
  document.body.innerHTML =
    '<section class="further-down wrap"><img loading="lazy"></section><section class="further-down"><img loading="lazy"></section>'
})
afterEach(() => {
  jest.useRealTimers()
})

const waiting = () => [
  document.querySelectorAll('.further-down').length,
  document.querySelectorAll('[loading="lazy"]').length,
]

test('sections are laid out and pictures fetched one after the other, in the order of the page', () => {
  loadAhead()
  expect(waiting()).toEqual([2, 2])
  const seen: number[][] = []
  for (let turn = 0; turn < 6; turn++) {
    jest.advanceTimersToNextTimer()
    seen.push(waiting())
  }
  expect(seen).toEqual([
    [1, 2],
    [0, 2],
    [0, 1],
    [0, 0],
    [0, 0],
    [0, 0],
  ])
  expect(document.querySelector('section')?.className).toBe('wrap')
  expect(jest.getTimerCount()).toBe(0)
})
