import type { Locale } from '#contract/locales.ts'

/** Other companies whose accounts open one here. */
export const SIGN_IN_PROVIDERS = ['google', 'apple'] as const
export type SignInProvider = (typeof SIGN_IN_PROVIDERS)[number]

/** The same in every language. */
export const PROVIDER_NAMES: Readonly<Record<SignInProvider, string>> = { google: 'Google', apple: 'Apple' }

/** Ways into one account. */
export type SignInMethod = 'password' | SignInProvider

/** The account that is signed in in this browser. */
export interface Account {
  uid: string
  email: string
  isVerified: boolean
}

/** The final page of a mail's link, and the mail's language. */
export interface MailOptions {
  continueUrl: string
  locale: Locale
}

/** A phone that proves a sign-in besides the password. */
export interface SecondFactor {
  id: string
  /** The number in the identity service's form: whole to the owner, its middle hidden before the sign-in. */
  phoneNumber: string
  addedAt: Date | undefined
}

/** A code is on its way to a phone. */
export interface SentCode {
  /** Ends what the code was asked for: a sign-in, a fresh proof, the adding of a phone. */
  confirm: (code: string) => Promise<void>
}

/** A sign-in that was right so far and waits for the second factor. */
export interface SecondFactorChallenge {
  phones: readonly SecondFactor[]
  /** Sends a code to one of them. A captcha that is wanted first appears over the page: no modal dialog may be open. */
  sendCode: (phoneId: string) => Promise<SentCode>
}

/** A sign-in with Google or Apple whose address has an account with other methods. */
export interface PendingLink {
  email: string
  provider: SignInProvider
  /** Adds the method to the account that is signed in now. */
  link: () => Promise<void>
}

/** The actions of mail links. */
export type MailLinkKind =
  'verify_email' | 'reset_password' | 'recover_email' | 'change_email' | 'remove_second_factor'

export interface MailLink {
  kind: MailLinkKind
  /** The account's address, after the link was followed. */
  email: string
  /** The address it has until then, where the link changes it. */
  previousEmail: string | undefined
  /** The phone that is removed. */
  phoneNumber: string | undefined
}

/** Proof that the signed-in user owns the account. */
export type Proof = { method: 'password'; password: string } | { method: SignInProvider }

/** Calls back with the signed-in account; `ending` says why the service ended its session, where it did. */
export type AccountListener = (account: Account | null, ending?: 'user_disabled' | 'session_expired') => void

/**
 * Signing in, as the screens need it. Every promise rejects with `IdentityError` only: with
 * `SecondFactorRequiredError` where a phone is asked for as well, with `OtherMethodError` where an address has an
 * account that is opened in another way.
 */
export interface Identity {
  /** Calls back at once with the present account, then whenever account or token change. Returns the way out. */
  subscribe: (listener: AccountListener) => () => void
  /** Id token that holds for at least `validForMs` more; undefined when no user is signed in. */
  getToken: (options: { refresh?: boolean; validForMs?: number }) => Promise<string | undefined>
  signIn: (email: string, password: string) => Promise<void>
  /** Creates the account and sends the mail that confirms its address. */
  signUp: (email: string, password: string, mail: MailOptions) => Promise<void>
  /**
   * In a window of the provider's, called from a click. Where windows are blocked this page leaves for the provider and
   * comes back: then nothing is answered here, but by `completeRedirect`.
   */
  signInWith: (provider: SignInProvider, locale: Locale) => Promise<void>
  /** Takes in what a provider answered to a page that left for it. Does nothing on any other page. */
  completeRedirect: () => Promise<void>
  /** Ways into the account that is signed in. */
  readMethods: () => Promise<SignInMethod[]>
  /** Adds a provider to the account that is signed in, called from a click. */
  connect: (provider: SignInProvider, locale: Locale) => Promise<void>
  /** Takes one away; the last way in stays, with `last_method`. */
  disconnect: (method: SignInMethod) => Promise<void>
  /** Makes the sign-in a recent one. A provider's window opens for it, called from a click. */
  reauthenticate: (proof: Proof, locale: Locale) => Promise<void>
  readSecondFactors: () => Promise<SecondFactor[]>
  /** Sends a code to a phone (E.164) that is to become a second factor; a captcha may come first, as with `sendCode`. */
  addSecondFactor: (phoneNumber: string, locale: Locale) => Promise<SentCode>
  removeSecondFactor: (id: string) => Promise<void>
  sendVerification: (mail: MailOptions) => Promise<void>
  /** Asks whether the address was confirmed meanwhile, and renews the token if so. */
  refreshAccount: () => Promise<Account | null>
  sendPasswordReset: (email: string, mail: MailOptions) => Promise<void>
  /** Sends a link to the new address; the account has it once that is followed. */
  sendEmailChange: (newEmail: string, mail: MailOptions) => Promise<void>
  /** Sets the password of the account that is signed in, recently. */
  changePassword: (password: string) => Promise<void>
  /** Reads a link's action without doing it. */
  readMailLink: (code: string) => Promise<MailLink>
  /** Follows it; a link for a new password is followed by `confirmPasswordReset`. */
  followMailLink: (code: string) => Promise<void>
  confirmPasswordReset: (code: string, password: string) => Promise<void>
  signOut: () => Promise<void>
}
