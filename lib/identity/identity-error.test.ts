import { describe, expect, test } from '@jest/globals'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { LOCALES } from '#contract/locales.ts'
import { IdentityError, toIdentityError } from './identity-error.ts'

/** Codes of the identity service that an e-mail and password sign-in can meet. */
const MET = [
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
  'unauthorized-domain',
  'web-storage-unsupported',
  'invalid-api-key',
  'argument-error',
]

const raised = (code: string) => toIdentityError(Object.assign(new Error(code), { code: `auth/${code}` }))

describe.each(LOCALES)('%s', (locale) => {
  const path = new URL(`../../messages/${locale}.json`, import.meta.url)
  const Sentences = z.object({ auth: z.object({ errors: z.record(z.string(), z.string().min(1)) }) })
  const { errors } = Sentences.parse(JSON.parse(readFileSync(path, 'utf8'))).auth

  test.each(MET)('says what %s means', (code) => {
    const { code: known } = raised(code)
    expect(known).not.toBe('internal')
    expect(errors[known]).toBeDefined()
  })
})

test('nobody learns from the error whether an address has an account', () => {
  expect(raised('user-not-found').code).toBe(raised('wrong-password').code)
})

test.each([[raised('internal-error')], [toIdentityError('not even an error')], [toIdentityError(undefined)]])(
  'what is unknown is internal',
  (error) => {
    expect(error).toBeInstanceOf(IdentityError)
    expect(error.code).toBe('internal')
  },
)
