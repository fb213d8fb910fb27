import type { ErrorCode } from '#contract/errors.ts'

/** A signed-in user, as the identity provider vouches for them. */
export interface Caller {
  uid: string
  /** In lower case; undefined for an account without one. */
  email: string | undefined
  emailVerified: boolean
  /** Whether the sign-in took a second factor besides the first. */
  usedSecondFactor: boolean
  /** When they last proved who they are: password, popup, second factor. */
  signedInAt: Date
}

/** A user as the provider knows them. */
export interface IdentityUser {
  email: string | undefined
  emailVerified: boolean
  displayName: string | undefined
  /** Kept from signing in. */
  isBlocked: boolean
}

export type IdentityErrorCode = Extract<
  ErrorCode,
  'token_missing' | 'token_invalid' | 'token_expired' | 'user_disabled' | 'account_deleted'
>

/** Why a token was not accepted. */
export class IdentityError extends Error {
  override readonly name = 'IdentityError'
  readonly code: IdentityErrorCode

  constructor(code: IdentityErrorCode, options?: { cause?: unknown }) {
    super(code, options)
    this.code = code
  }
}

/** Verifies callers, and looks users up. */
export interface Identity {
  /**
   * Verifies a raw id token: signature, issuer, audience, expiry, and that the user still may sign in.
   * @throws IdentityError, and UnavailableError when the provider cannot be asked
   */
  verify(idToken: string): Promise<Caller>
  /** The provider's present record of a user; undefined when there is none. @throws UnavailableError */
  lookUp(uid: string): Promise<IdentityUser | undefined>
  /** The user with this address; undefined when there is none. @throws UnavailableError */
  findByEmail(email: string): Promise<{ uid: string } | undefined>
  /** Keeps a user from signing in, or lets them; false when there is none. @throws UnavailableError */
  setBlocked(uid: string, isBlocked: boolean): Promise<boolean>
  /** Ends every sign-in of a user: their tokens cannot be renewed. @throws UnavailableError */
  revokeSessions(uid: string): Promise<void>
  /** Deletes the user with all sign-in methods; no error when there is none. @throws UnavailableError */
  deleteUser(uid: string): Promise<void>
}
