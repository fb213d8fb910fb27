/** Why signing in, up or confirming did not work; each has a sentence in `messages/` under `auth.errors`. */
export type IdentityErrorCode =
  | 'wrong_credentials'
  | 'email_in_use'
  | 'too_many_requests'
  | 'invalid_email'
  | 'weak_password'
  | 'recent_login_required'
  | 'session_expired'
  | 'user_disabled'
  | 'link_expired'
  | 'link_invalid'
  | 'second_factor_required'
  | 'user_mismatch'
  | 'network'
  | 'captcha_failed'
  | 'storage_unsupported'
  | 'unauthorized_domain'
  | 'misconfigured'
  | 'internal'

export class IdentityError extends Error {
  override readonly name = 'IdentityError'
  readonly code: IdentityErrorCode

  constructor(code: IdentityErrorCode, options?: ErrorOptions) {
    super(code, options)
    this.code = code
  }
}

/** Firebase's codes, of which unknown account and wrong password are one: nobody learns who has an account. */
const BY_FIREBASE_CODE: Readonly<Record<string, IdentityErrorCode>> = {
  'auth/wrong-password': 'wrong_credentials',
  'auth/user-not-found': 'wrong_credentials',
  'auth/invalid-credential': 'wrong_credentials',
  'auth/invalid-login-credentials': 'wrong_credentials',
  'auth/missing-password': 'wrong_credentials',
  'auth/email-already-in-use': 'email_in_use',
  'auth/too-many-requests': 'too_many_requests',
  'auth/quota-exceeded': 'too_many_requests',
  'auth/invalid-email': 'invalid_email',
  'auth/missing-email': 'invalid_email',
  'auth/weak-password': 'weak_password',
  'auth/password-does-not-meet-requirements': 'weak_password',
  'auth/requires-recent-login': 'recent_login_required',
  'auth/user-token-expired': 'session_expired',
  'auth/invalid-user-token': 'session_expired',
  'auth/user-disabled': 'user_disabled',
  'auth/expired-action-code': 'link_expired',
  'auth/invalid-action-code': 'link_invalid',
  'auth/multi-factor-auth-required': 'second_factor_required',
  'auth/user-mismatch': 'user_mismatch',
  'auth/network-request-failed': 'network',
  'auth/timeout': 'network',
  'auth/missing-recaptcha-token': 'captcha_failed',
  'auth/invalid-recaptcha-token': 'captcha_failed',
  'auth/captcha-check-failed': 'captcha_failed',
  'auth/web-storage-unsupported': 'storage_unsupported',
  'auth/unauthorized-domain': 'unauthorized_domain',
  'auth/unauthorized-continue-uri': 'unauthorized_domain',
  'auth/invalid-api-key': 'misconfigured',
  'auth/argument-error': 'misconfigured',
  'auth/operation-not-allowed': 'misconfigured',
  'auth/configuration-not-found': 'misconfigured',
}

/** Translates what Firebase throws; anything unknown is `internal`. */
export function toIdentityError(error: unknown): IdentityError {
  if (error instanceof IdentityError) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return new IdentityError(BY_FIREBASE_CODE[code] ?? 'internal', { cause: error })
}
