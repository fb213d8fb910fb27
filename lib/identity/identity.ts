import type { Locale } from '#contract/locales.ts'

/** Who is signed in in this browser. */
export interface Account {
  uid: string
  email: string
  isVerified: boolean
}

/** Where a mail's link leads in the end, and the language the mail is written in. */
export interface MailOptions {
  continueUrl: string
  locale: Locale
}

/** Signing in, as the screens need it. Every promise rejects with `IdentityError` only. */
export interface Identity {
  /** Calls back at once with the present account, then whenever account or token change. Returns the way out. */
  subscribe: (listener: (account: Account | null) => void) => () => void
  /** Id token that holds for at least `validForMs` more; undefined when nobody is signed in. */
  getToken: (options: { refresh?: boolean; validForMs?: number }) => Promise<string | undefined>
  signIn: (email: string, password: string) => Promise<void>
  /** Creates the account and sends the mail that confirms its address. */
  signUp: (email: string, password: string, mail: MailOptions) => Promise<void>
  sendVerification: (mail: MailOptions) => Promise<void>
  /** Asks whether the address was confirmed meanwhile, and renews the token if so. */
  refreshAccount: () => Promise<Account | null>
  sendPasswordReset: (email: string, mail: MailOptions) => Promise<void>
  /** Confirms an address with the code of a mail's link. */
  confirmEmail: (code: string) => Promise<void>
  /** The address whose password the code may set. */
  readPasswordReset: (code: string) => Promise<string>
  confirmPasswordReset: (code: string, password: string) => Promise<void>
  signOut: () => Promise<void>
}
