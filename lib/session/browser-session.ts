import { GATEWAY_PREFIX } from '#contract/gateway.ts'
import { endpoints, type KnownTable } from '#contract/endpoints.ts'
import { createClientOf, type Client } from '#lib/api/client.ts'
import { CallError } from '#lib/api/call-error.ts'
import { loadIdentity } from '#lib/identity/load-identity.ts'
import { IdentityError } from '#lib/identity/identity-error.ts'
import { sessionAwareClient } from './session-aware-client.ts'
import { createSessionStore, type SessionStore } from './session-store.ts'
import { keepSignedInHint } from './signed-in-hint.ts'

const COOKIE_TIMEOUT_MS = 10_000

async function sendSession(method: 'POST' | 'DELETE', idToken?: string): Promise<void> {
  const response = await fetch('/api/session', {
    method,
    ...(idToken === undefined ? {} : { headers: { authorization: idToken } }),
    signal: AbortSignal.timeout(COOKIE_TIMEOUT_MS),
  })
  if (!response.ok) throw new IdentityError('internal')
}

let store: SessionStore | undefined
let client: Client | undefined

/** The one session of this page, which both the sign-in screens and the product read. */
export function browserSession(): SessionStore {
  store ??= createSessionStore({
    loadIdentity,
    putCookie: (idToken) => sendSession('POST', idToken),
    deleteCookie: () => sendSession('DELETE'),
    keepHint: keepSignedInHint,
    isVisible: () => document.visibilityState === 'visible',
    now: () => Date.now(),
    every: (ms, callback) => {
      const timer = setInterval(callback, ms)
      return () => clearInterval(timer)
    },
  })
  return store
}

/** The calls, with the token of the signed-in user. */
export function browserClient(): Client {
  client ??= browserClientOf(endpoints)
  return client
}

/** The calls of one table, with the id token of the account that is signed in. */
export function browserClientOf<T extends KnownTable<T>>(table: T): Client<T> {
  const calls = createClientOf(table, {
    baseUrl: GATEWAY_PREFIX,
    locale: () => document.documentElement.lang,
    getToken: async (options) => {
      try {
        return await browserSession().getToken(options)
      } catch (error) {
        if (error instanceof IdentityError && error.code === 'network')
          throw new CallError('network', { cause: error })
        return undefined
      }
    },
  })
  return sessionAwareClient(calls, {
    end: (why) => browserSession().signOut(why),
    renew: () => browserSession().getToken({ refresh: true }),
  })
}
