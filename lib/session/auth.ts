import type { SessionState } from './session-store.ts'

/** The session's state for discount and referral codes; unverified users count as signed in. */
export type Auth = 'loading' | 'signed_out' | 'signed_in'

const AUTH: Readonly<Record<SessionState['status'], Auth>> = {
  loading: 'loading',
  // Not known yet: it may be tried again.
  failed: 'loading',
  signed_out: 'signed_out',
  unverified: 'signed_in',
  verified: 'signed_in',
}

export function authOf({ status }: Pick<SessionState, 'status'>): Auth {
  return AUTH[status]
}
