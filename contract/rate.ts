/**
 * How often one caller may call: `limit` calls of a class within `windowSeconds`. A caller is the signed-in user, the
 * share, or, for anonymous calls, the address. Each call of the endpoint table names its class.
 */
export const RATE_LIMITS = {
  /** Pages poll every second or two while a job runs. */
  read: { limit: 600, windowSeconds: 60 },
  write: { limit: 120, windowSeconds: 60 },
  /** The browser sends one file per call, a few at once. */
  upload: { limit: 120, windowSeconds: 60 },
  /** Codes that may be guessed at. */
  code: { limit: 20, windowSeconds: 60 },
  checkout: { limit: 20, windowSeconds: 60 },
  /** Friends who vote by a link. */
  share: { limit: 240, windowSeconds: 60 },
  /** What strangers send without an account, and is answered by mail. */
  form: { limit: 10, windowSeconds: 600 },
  /** Whole tables, sent as a file. */
  extract: { limit: 6, windowSeconds: 600 },
  public: { limit: 300, windowSeconds: 60 },
  /** A vendor's servers, which repeat refused calls. */
  hook: { limit: 1200, windowSeconds: 60 },
  /** Operators' calls: of all commands together, and of each account. */
  operator: { limit: 600, windowSeconds: 60 },
} as const satisfies Readonly<Record<string, RateLimit>>

export interface RateLimit {
  limit: number
  windowSeconds: number
}

export type RateClass = keyof typeof RATE_LIMITS
