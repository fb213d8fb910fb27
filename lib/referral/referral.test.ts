import { describe, test } from 'node:test'
import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { referralCodeIn } from './held-code.ts'
import {
  NO_REFERRAL,
  nextReferral,
  referralAction,
  type ReferralEvent,
  type ReferralState,
} from './referral.ts'

const none = NO_REFERRAL
const held: ReferralState = { code: 'abc234', validated: [] }
const good: ReferralState = { code: 'abc234', validated: ['abc234'] }
const seen = (code: string): ReferralEvent => ({ type: 'seen', code })
const checked = (isValid: boolean, code = 'abc234'): ReferralEvent => ({ type: 'checked', code, isValid })

describe('a referral', () => {
  testEach<[string, ReferralState, ReferralEvent, ReferralState]>([
    ['a code is held, in small letters', none, seen('ABC234'), held],
    ['too short is none', none, seen('abc23'), none],
    ['too long is none', held, seen('abc2345'), held],
    ['the last one counts', good, seen('xyz567'), { code: 'xyz567', validated: ['abc234'] }],
    ['found good, it is remembered', held, checked(true), good],
    ['found good again, it is remembered once', good, checked(true), good],
    ['found bad, it is gone', held, checked(false), none],
    ['found bad after all, it is forgotten', good, checked(false), none],
    ['an answer to a code of before', held, checked(false, 'xyz567'), held],
    [
      'registered, it is gone and remembered',
      good,
      { type: 'settled', code: 'abc234' },
      { ...good, code: null },
    ],
    ['another was registered', held, { type: 'settled', code: 'xyz567' }, held],
  ])('%s', (_name, state, event, after) => {
    expect(nextReferral(state, event)).toEqual(after)
  })

  test('remembers the latest', () => {
    const codes = Array.from({ length: 30 }, (_none, n) => `code${String(n).padStart(2, '0')}`)
    const state = codes.reduce((before, code) => nextReferral(before, checked(true, code)), none)
    expect(state.validated).toEqual(codes.toReversed().slice(0, 20))
  })

  testEach<[ReferralState, 'loading' | 'signed_out' | 'signed_in', string | undefined]>([
    [none, 'signed_in', undefined],
    [held, 'loading', undefined],
    [held, 'signed_out', 'check'],
    [good, 'signed_out', undefined],
    [held, 'signed_in', 'register'],
    [good, 'signed_in', 'register'],
  ])('%j, %s: %s', (state, auth, kind) => {
    expect(referralAction(state, auth)?.kind).toBe(kind)
  })
})

testEach([
  ['?ref=ABC234', 'abc234'],
  ['?ref=abc', undefined],
  ['?ref=', undefined],
  ['?discount=abc234', undefined],
])('the query %j names %j', (search, code) => {
  expect(referralCodeIn(search)).toBe(code)
})
