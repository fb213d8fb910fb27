import { IdentityError, toIdentityError, type IdentityErrorCode } from '#lib/identity/identity-error.ts'
import type { Account, Identity } from '#lib/identity/identity.ts'
import { SESSION_MAX_AGE_SECONDS, SESSION_RENEWAL_MS } from './cookie.ts'

export interface SessionState {
  /** `failed`: the sign-in could not be loaded at all. */
  status: 'loading' | 'signed_out' | 'unverified' | 'verified' | 'failed'
  account: Account | null
  /** The middleware knows it too: signed-in pages can be opened. */
  isCookieSet: boolean
  /** Why loading failed, or why the user was signed out. */
  problem: IdentityErrorCode | null
  /** The session that was open here was ended in another tab. */
  isEndedElsewhere: boolean
}

export interface SessionStore {
  subscribe: (listener: () => void) => () => void
  getState: () => SessionState
  /** Begins, or begins again after a failure. Harmless when running. */
  start: () => void
  getToken: (options: { refresh: boolean }) => Promise<string | undefined>
  /** The sign-in itself, loaded on first use. */
  identity: () => Promise<Identity>
  /** Brings the cookie up to date, as when the page comes back into view. */
  renew: () => Promise<void>
  /** Ends the session; `problem` says why when it was not the user's wish. */
  signOut: (problem?: IdentityErrorCode) => Promise<void>
}

export interface SessionStoreDeps {
  loadIdentity: () => Promise<Identity>
  /** Hands the token to the site for the cookie. */
  putCookie: (idToken: string) => Promise<void>
  deleteCookie: () => Promise<void>
  /** Keeps for public pages of this browser whether a user is signed in. */
  keepHint: (isSignedIn: boolean) => void
  isVisible: () => boolean
  now: () => number
  /** Calls back every `ms`; returns the way out. */
  every: (ms: number, callback: () => void) => () => void
}

/** A token that goes into the cookie outlives it; Firebase renews five minutes before the end as well. */
const COOKIE_TOKEN_VALIDITY_MS = SESSION_MAX_AGE_SECONDS * 1000
const TICK_MS = 20_000
const ENDING: readonly IdentityErrorCode[] = ['user_disabled', 'session_expired']

/** Before anything is known. */
export const INITIAL: SessionState = {
  status: 'loading',
  account: null,
  isCookieSet: false,
  problem: null,
  isEndedElsewhere: false,
}

/** Follows the sign-in of this browser and keeps the middleware's cookie in step with it while a page is open. */
export function createSessionStore(deps: SessionStoreDeps): SessionStore {
  let state = INITIAL
  let running = false
  let cookieSetAt = 0
  let isEndedHere = false
  let followed = Promise.resolve()
  const listeners = new Set<() => void>()

  const set = (change: Partial<SessionState>) => {
    state = { ...state, ...change }
    listeners.forEach((listener) => listener())
  }

  async function signOut(problem: IdentityErrorCode | null): Promise<void> {
    set({ problem })
    isEndedHere = true
    try {
      await (await deps.loadIdentity()).signOut()
    } catch (error) {
      isEndedHere = false
      throw error
    }
  }

  async function readToken(options: { refresh?: boolean; validForMs?: number }): Promise<string | undefined> {
    try {
      return await (await deps.loadIdentity()).getToken(options)
    } catch (error) {
      const { code } = toIdentityError(error)
      if (ENDING.includes(code)) await signOut(code)
      throw error
    }
  }

  async function putCookie(): Promise<void> {
    const token = await readToken({ validForMs: COOKIE_TOKEN_VALIDITY_MS })
    if (token === undefined) return
    await deps.putCookie(token)
    cookieSetAt = deps.now()
    set({ isCookieSet: true })
  }

  async function follow(account: Account | null, ending?: IdentityErrorCode): Promise<void> {
    if (account === null) {
      cookieSetAt = 0
      // Pages that leave for the sign-in page must not be sent back by a cookie that is still there.
      await deps.deleteCookie().catch(() => undefined)
      deps.keepHint(false)
      const isEndedElsewhere =
        state.account === null ? state.isEndedElsewhere : !isEndedHere && ending === undefined
      const problem = isEndedHere ? state.problem : (ending ?? state.problem)
      isEndedHere = false
      set({ status: 'signed_out', account: null, isCookieSet: false, problem, isEndedElsewhere })
      return
    }
    deps.keepHint(true)
    const isSame = state.account?.uid === account.uid && state.account.isVerified === account.isVerified
    const status = account.isVerified ? 'verified' : 'unverified'
    const isCookieSet = isSame && state.isCookieSet
    set({ status, account, problem: null, isCookieSet, isEndedElsewhere: false })
    try {
      await putCookie()
    } catch (error) {
      // A page that is open goes on without; one that waits to be opened says so.
      if (!state.isCookieSet) set({ problem: error instanceof IdentityError ? error.code : 'network' })
    }
  }

  async function renew(): Promise<void> {
    if (state.account === null || !deps.isVisible() || deps.now() - cookieSetAt < SESSION_RENEWAL_MS) return
    await putCookie().catch(() => undefined)
  }

  return {
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    getState: () => state,
    start: () => {
      if (running) return
      running = true
      set({ ...INITIAL })
      deps.loadIdentity().then(
        (identity) => {
          // One after the other: a slow clearing of the cookie must not end the sign-in that came after it.
          identity.subscribe((account, ending) => {
            followed = followed.then(() => follow(account, ending))
          })
          deps.every(TICK_MS, () => void renew())
        },
        (error: unknown) => {
          running = false
          set({ status: 'failed', problem: toIdentityError(error).code })
        },
      )
    },
    getToken: readToken,
    identity: deps.loadIdentity,
    renew,
    signOut: (problem) => signOut(problem ?? null),
  }
}
