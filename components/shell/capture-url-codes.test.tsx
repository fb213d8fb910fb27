import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { cleanup, render, waitFor } from '@testing-library/react'

const call = jest.fn<(name: string, input: object) => Promise<boolean>>()
jest.unstable_mockModule('#lib/session/browser-session.ts', () => ({ browserClient: () => ({ call }) }))
const { CaptureUrlCodes } = await import('./capture-url-codes.tsx')

beforeEach(() => {
  localStorage.clear()
  call.mockReset().mockResolvedValue(true)
})
afterEach(cleanup)
const visit = (address: string) => {
  window.history.replaceState(null, '', address)
  render(<CaptureUrlCodes />)
  cleanup()
}

test('a discount code in the address waits for a sign-in, without a call', () => {
  visit('/?coupon=%20SUMMER%20')
  expect(localStorage.getItem('pending_discount_code')).toBe('SUMMER')
  visit('/?discount=')
  expect(localStorage.getItem('pending_discount_code')).toBe('SUMMER')
  expect(call).not.toHaveBeenCalled()
})

test('a referral code of six characters is checked once; others are none', async () => {
  visit('/?ref=abc')
  expect(localStorage.getItem('referral_code')).toBeNull()
  visit('/?ref=ABC234')
  await waitFor(() => expect(localStorage.getItem('validated_referral_codes')).toBe('abc234'))
  expect(call.mock.calls).toEqual([['checkReferralCode', { query: { code: 'abc234' } }]])
  visit('/pricing')
  expect(call).toHaveBeenCalledTimes(1)
  expect(localStorage.getItem('referral_code')).toBe('abc234')
})

test('the referral code of a signed-in user is kept for the signed-in pages', () => {
  localStorage.setItem('signed_in', '1')
  visit('/?ref=xyz567')
  expect(localStorage.getItem('referral_code')).toBe('xyz567')
  expect(call).not.toHaveBeenCalled()
})
