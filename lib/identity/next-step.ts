import type { IdentityErrorCode } from './identity-error.ts'

/**
 * What a user can do about an error. `none`: they closed the window themselves, or opened another one, and see no error.
 * The rest have a label in `messages/` under `auth.nextSteps`.
 */
export type NextStep =
  | 'none'
  | 'retry'
  | 'correct'
  | 'wait'
  | 'reload'
  | 'sign_in'
  | 'sign_in_again'
  | 'reset_password'
  | 'request_link'
  | 'prove'
  | 'enter_code'
  | 'new_code'
  | 'other_account'
  | 'home'

export const NEXT_STEPS: Readonly<Record<IdentityErrorCode, NextStep>> = {
  wrong_credentials: 'reset_password',
  email_in_use: 'sign_in',
  too_many_requests: 'reset_password',
  invalid_email: 'correct',
  weak_password: 'correct',
  recent_login_required: 'prove',
  session_expired: 'sign_in_again',
  user_disabled: 'other_account',
  account_deleted: 'home',
  link_expired: 'request_link',
  link_invalid: 'request_link',
  second_factor_required: 'enter_code',
  user_mismatch: 'retry',
  network: 'retry',
  captcha_failed: 'reload',
  storage_unsupported: 'reload',
  unauthorized_domain: 'home',
  misconfigured: 'wait',
  popup_blocked: 'retry',
  popup_closed: 'none',
  popup_replaced: 'none',
  other_method: 'sign_in',
  method_in_use: 'retry',
  last_method: 'wait',
  invalid_phone: 'correct',
  phone_in_use: 'correct',
  wrong_code: 'correct',
  code_expired: 'new_code',
  internal: 'retry',
}
