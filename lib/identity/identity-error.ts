import type { PendingLink, SecondFactorChallenge } from './identity.ts'

/** Why a step of the sign-in did not work; each has a sentence in `messages/` under `auth.errors`. */
export type IdentityErrorCode =
  | 'wrong_credentials'
  | 'email_in_use'
  | 'too_many_requests'
  | 'invalid_email'
  | 'weak_password'
  | 'recent_login_required'
  | 'session_expired'
  | 'user_disabled'
  | 'account_deleted'
  | 'link_expired'
  | 'link_invalid'
  | 'second_factor_required'
  | 'user_mismatch'
  | 'network'
  | 'captcha_failed'
  | 'storage_unsupported'
  | 'unauthorized_domain'
  | 'misconfigured'
  | 'popup_blocked'
  | 'popup_closed'
  | 'popup_replaced'
  | 'other_method'
  | 'method_in_use'
  | 'last_method'
  | 'invalid_phone'
  | 'phone_in_use'
  | 'wrong_code'
  | 'code_expired'
  | 'internal'

export class IdentityError extends Error {
  override readonly name: string = 'IdentityError'
  readonly code: IdentityErrorCode

  constructor(code: IdentityErrorCode, options?: ErrorOptions) {
    super(code, options)
    this.code = code
  }
}

/** The first factor was right; `challenge` asks for the second. */
export class SecondFactorRequiredError extends IdentityError {
  override readonly name = 'SecondFactorRequiredError'
  readonly challenge: SecondFactorChallenge

  constructor(challenge: SecondFactorChallenge, options?: ErrorOptions) {
    super('second_factor_required', options)
    this.challenge = challenge
  }
}

/** The address has an account already; `pending` can be added to it once that is signed in. */
export class OtherMethodError extends IdentityError {
  override readonly name = 'OtherMethodError'
  readonly pending: PendingLink

  constructor(pending: PendingLink, options?: ErrorOptions) {
    super('other_method', options)
    this.pending = pending
  }
}

/** Firebase's codes, of which unknown account and wrong password are one: an error tells no stranger who has an account. */
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
  'auth/invalid-new-email': 'invalid_email',
  'auth/missing-email': 'invalid_email',
  'auth/missing-new-email': 'invalid_email',
  'auth/weak-password': 'weak_password',
  'auth/password-does-not-meet-requirements': 'weak_password',
  'auth/requires-recent-login': 'recent_login_required',
  'auth/user-token-expired': 'session_expired',
  'auth/invalid-user-token': 'session_expired',
  'auth/null-user': 'session_expired',
  'auth/user-signed-out': 'session_expired',
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
  'auth/invalid-app-credential': 'captcha_failed',
  'auth/missing-app-credential': 'captcha_failed',
  'auth/web-storage-unsupported': 'storage_unsupported',
  'auth/unauthorized-domain': 'unauthorized_domain',
  'auth/unauthorized-continue-uri': 'unauthorized_domain',
  'auth/invalid-api-key': 'misconfigured',
  'auth/argument-error': 'misconfigured',
  'auth/operation-not-allowed': 'misconfigured',
  'auth/configuration-not-found': 'misconfigured',
  'auth/unsupported-first-factor': 'misconfigured',
  'auth/popup-blocked': 'popup_blocked',
  'auth/operation-not-supported-in-this-environment': 'popup_blocked',
  'auth/popup-closed-by-user': 'popup_closed',
  'auth/user-cancelled': 'popup_closed',
  'auth/redirect-cancelled-by-user': 'popup_closed',
  'auth/cancelled-popup-request': 'popup_replaced',
  'auth/account-exists-with-different-credential': 'other_method',
  'auth/credential-already-in-use': 'method_in_use',
  'auth/provider-already-linked': 'method_in_use',
  'auth/invalid-phone-number': 'invalid_phone',
  'auth/missing-phone-number': 'invalid_phone',
  'auth/second-factor-already-in-use': 'phone_in_use',
  'auth/maximum-second-factor-count-exceeded': 'phone_in_use',
  'auth/invalid-verification-code': 'wrong_code',
  'auth/missing-verification-code': 'wrong_code',
  'auth/code-expired': 'code_expired',
  'auth/invalid-verification-id': 'code_expired',
  'auth/missing-verification-id': 'code_expired',
  'auth/invalid-multi-factor-session': 'code_expired',
  'auth/missing-multi-factor-session': 'code_expired',
  'auth/multi-factor-info-not-found': 'code_expired',
  'auth/internal-error': 'internal',
}

/** Firebase's own code of what it threw, as `auth/…`; empty for anything else. */
export function firebaseCodeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** Translates what Firebase throws; anything unknown is `internal`. */
export function toIdentityError(error: unknown): IdentityError {
  if (error instanceof IdentityError) return error
  return new IdentityError(BY_FIREBASE_CODE[firebaseCodeOf(error)] ?? 'internal', { cause: error })
}
