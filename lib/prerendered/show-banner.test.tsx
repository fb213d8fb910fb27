import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { showBanner } from './show-banner.ts'

const FLAG = { key: 'flag', accepted: 'yes' }
const isShown = () => {
  showBanner('[data-banner]', FLAG, 'hint')
  return document.querySelector('[data-banner][hidden]') === null
}

beforeEach(() => {
  document.body.innerHTML = '<section data-banner="" hidden=""></section>'
})
afterEach(() => {
  jest.restoreAllMocks()
  localStorage.clear()
})

test.each([
  ['nobody knows', {}, true],
  ['accepted', { flag: 'yes' }, false],
  ['something else is kept there', { flag: 'no' }, true],
  ['signed in', { hint: '1' }, false],
])('%s: shown %#', (_case, kept: Record<string, string>, wanted) => {
  for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value)
  expect(isShown()).toBe(wanted)
})

test('it is asked where storage is off', () => {
  jest.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('off', 'SecurityError')
  })
  expect(isShown()).toBe(true)
})

test('a page without it stays as it is', () => {
  document.body.replaceChildren()
  expect(() => showBanner('[data-banner]', FLAG, 'hint')).not.toThrow()
})
