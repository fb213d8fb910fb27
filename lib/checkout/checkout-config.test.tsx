import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { noteForm, preferredForm } from './checkout-config.ts'

// jsdom has no answers of its own; nothing else of one is read.
const config = { json: () => Promise.resolve({ stripePublishableKey: 'pk_test_1' }) } as Response
const answer = jest.fn(() => Promise.resolve(config))
const { fetch } = globalThis
beforeEach(() => {
  globalThis.fetch = answer
})
afterEach(() => {
  globalThis.fetch = fetch
  sessionStorage.clear()
})

test('a form that did not come is not offered again, until it has come', async () => {
  expect(await preferredForm()).toBe('embedded')
  noteForm(false)
  expect(await preferredForm()).toBe('page')
  noteForm(true)
  expect(await preferredForm()).toBe('embedded')
})
