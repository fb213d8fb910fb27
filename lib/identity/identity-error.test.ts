import { expect } from 'expect'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { z } from 'zod'
import { LOCALES } from '#contract/locales.ts'
import { describeEach, testEach } from '#tests/support/each.ts'
import { IdentityError, toIdentityError } from './identity-error.ts'
import { NEXT_STEPS, type NextStep } from './next-step.ts'

/** Every identity error that the product's specification names. */
const SPECIFIED = [
  'wrong-password',
  'user-not-found',
  'email-already-in-use',
  'too-many-requests',
  'invalid-email',
  'requires-recent-login',
  'user-token-expired',
  'user-disabled',
  'expired-action-code',
  'invalid-action-code',
  'multi-factor-auth-required',
  'network-request-failed',
  'missing-recaptcha-token',
  'user-mismatch',
  'popup-blocked',
  'popup-closed-by-user',
  'cancelled-popup-request',
  'unauthorized-domain',
  'web-storage-unsupported',
  'invalid-api-key',
  'argument-error',
  'internal-error',
]

/** Steps that the sentence itself says, or that the screen takes by itself. */
const WITHOUT_LABEL: readonly NextStep[] = ['none', 'correct', 'wait', 'enter_code']

const raised = (code: string) => toIdentityError(Object.assign(new Error(code), { code: `auth/${code}` }))

describeEach(LOCALES)('%s', (locale) => {
  const path = new URL(`../../messages/${locale}.json`, import.meta.url)
  const Sentences = z.record(z.string(), z.string().min(1))
  const Messages = z.object({ auth: z.object({ errors: Sentences, nextSteps: Sentences }) })
  const { errors, nextSteps } = Messages.parse(JSON.parse(readFileSync(path, 'utf8'))).auth

  testEach(SPECIFIED)('says what %s means, and what to do about it', (code) => {
    const { code: known } = raised(code)
    expect(known === 'internal').toBe(code === 'internal-error')
    expect(errors[known]).toMatch(/\S/)
    const step = NEXT_STEPS[known]
    if (!WITHOUT_LABEL.includes(step)) expect(nextSteps[step]).toMatch(/\S/)
  })

  testEach(Object.entries(NEXT_STEPS))('says %s, which leads to %s', (code, step) => {
    expect(errors[code]).toMatch(/\S/)
    if (!WITHOUT_LABEL.includes(step)) expect(nextSteps[step]).toMatch(/\S/)
  })
})

test('only a window that the user closed or replaced has no next step', () => {
  const quiet = SPECIFIED.filter((code) => NEXT_STEPS[raised(code).code] === 'none')
  expect(quiet).toEqual(['popup-closed-by-user', 'cancelled-popup-request'])
})

test('an unknown address and a wrong password are the same error', () => {
  expect(raised('user-not-found').code).toBe(raised('wrong-password').code)
})

testEach([[raised('internal-error')], [toIdentityError('not even an error')], [toIdentityError(undefined)]])(
  'what is unknown is internal',
  (error) => {
    expect(error).toBeInstanceOf(IdentityError)
    expect(error.code).toBe('internal')
  },
)
