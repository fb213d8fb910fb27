import { beforeEach, test } from 'node:test'
import { expect } from 'expect'
import { CallError } from '#lib/api/call-error.ts'
import { itemInMemory } from '#lib/browser/local-storage-item.fixture.ts'
import { testEach } from '#tests/support/each.ts'
import { createReferralStore } from './referral-store.ts'

let calls: string[]
let answer: () => Promise<boolean>
let held: ReturnType<typeof itemInMemory>
let validated: typeof held
beforeEach(() => {
  calls = []
  answer = () => Promise.resolve(true)
  held = itemInMemory()
  validated = itemInMemory()
})
const call = (kind: string) => (code: string) => {
  calls.push(`${kind} ${code}`)
  return answer()
}
const open = () => createReferralStore({ held, validated, check: call('check'), register: call('register') })
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('a code is checked once for a visitor, and registered once they sign in', async () => {
  const page = open()
  page.see('ABC234')
  expect(calls).toEqual([])
  page.setAuth('signed_out')
  await settled()
  open().setAuth('signed_out')
  await settled()
  expect(calls).toEqual(['check abc234'])
  page.setAuth('signed_in')
  page.setAuth('signed_in')
  await settled()
  expect(calls).toEqual(['check abc234', 'register abc234'])
  expect(held.text).toBeNull()
  expect(validated.text).toBe('abc234')
  open().setAuth('signed_in')
  await settled()
  expect(calls).toHaveLength(2)
})

test('who signs in while it is checked is registered after it', async () => {
  let resolve: (isGood: boolean) => void = () => undefined
  answer = () => new Promise((done) => (resolve = done))
  const page = open()
  page.setAuth('signed_out')
  page.see('abc234')
  page.setAuth('signed_in')
  expect(calls).toEqual(['check abc234'])
  answer = () => Promise.resolve(true)
  resolve(true)
  await settled()
  expect(calls).toEqual(['check abc234', 'register abc234'])
})

test('one that is not good is let go', async () => {
  answer = () => Promise.resolve(false)
  const page = open()
  page.setAuth('signed_out')
  page.see('abc234')
  await settled()
  expect(held.text).toBeNull()
  expect(validated.text).toBeNull()
})

testEach([
  ['referral_taken', null],
  ['referral_own_code', null],
  ['referral_too_late', null],
  ['referral_code_invalid', null],
  ['network', 'abc234'],
  ['unavailable', 'abc234'],
  ['rate_limited', 'abc234'],
  ['token_expired', 'abc234'],
] as const)('a registration answered with %s leaves %s', async (code, left) => {
  answer = () => Promise.reject(new CallError(code))
  const page = open()
  page.see('abc234')
  page.setAuth('signed_in')
  await settled()
  expect(calls).toEqual(['register abc234'])
  expect(held.text).toBe(left)
})
