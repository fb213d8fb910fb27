import { describe, test } from 'node:test'
import { expect } from 'expect'
import { IdentityError } from '#lib/identity/identity-error.ts'
import { identityWith } from '#lib/identity/identity.fixture.ts'
import type { Account, AccountListener } from '#lib/identity/identity.ts'
import { testEach } from '#tests/support/each.ts'
import { createSessionStore } from './session-store.ts'

const verified: Account = { uid: 'u1', email: 'a@example.com', isVerified: true }
const settled = () => new Promise((resolve) => setImmediate(resolve))

/** A store over an identity whose account, token, clock and network the test holds in its hands. */
function setUp() {
  const world = {
    cookies: [] as string[],
    hint: undefined as boolean | undefined,
    now: 0,
    isVisible: true,
    token: 'token-1',
    failure: undefined as IdentityError | undefined,
    cookieFails: false,
    isSignedOut: false,
    tell: ((): void => undefined) as AccountListener,
    tick: (): void => undefined,
  }
  const identity = identityWith({
    subscribe: (listener) => {
      world.tell = listener
      return () => undefined
    },
    getToken: () => (world.failure ? Promise.reject(world.failure) : Promise.resolve(world.token)),
    signOut: () => {
      world.isSignedOut = true
      world.tell(null)
      return Promise.resolve()
    },
  })
  const store = createSessionStore({
    loadIdentity: () => Promise.resolve(identity),
    putCookie: (idToken) => {
      if (world.cookieFails) return Promise.reject(new IdentityError('network'))
      world.cookies.push(idToken)
      return Promise.resolve()
    },
    deleteCookie: () => {
      world.cookies.push('')
      return Promise.resolve()
    },
    keepHint: (isSignedIn) => {
      world.hint = isSignedIn
    },
    isVisible: () => world.isVisible,
    now: () => world.now,
    every: (_ms, callback) => {
      world.tick = callback
      return () => undefined
    },
  })
  store.start()
  return { store, world }
}

async function signedIn(account: Account = verified) {
  const { store, world } = setUp()
  await settled()
  world.tell(account)
  await settled()
  return { store, world }
}

describe('the session', () => {
  test('is loading until the sign-in has spoken', () => {
    expect(setUp().store.getState().status).toBe('loading')
  })

  test('sets the cookie for who is signed in, and deletes it at sign-out', async () => {
    const { store, world } = await signedIn()
    expect(store.getState()).toMatchObject({ status: 'verified', isCookieSet: true, account: verified })
    await store.signOut()
    await settled()
    expect(world.cookies).toEqual(['token-1', ''])
    expect(store.getState()).toMatchObject({ status: 'signed_out', isCookieSet: false })
  })

  test('is renewed before five minutes are over, and only while the page is looked at', async () => {
    const { world } = await signedIn()
    world.now = 100_000
    world.tick()
    await settled()
    expect(world.cookies).toHaveLength(1)
    world.now = 250_000
    world.isVisible = false
    world.tick()
    await settled()
    expect(world.cookies).toHaveLength(1)
    world.isVisible = true
    world.token = 'token-2'
    world.tick()
    await settled()
    expect(world.cookies).toEqual(['token-1', 'token-2'])
  })

  test('waits for a new cookie when the address has just been confirmed', async () => {
    const { store, world } = await signedIn({ ...verified, isVerified: false })
    expect(store.getState()).toMatchObject({ status: 'unverified', isCookieSet: true })
    world.cookieFails = true
    world.tell(verified)
    await settled()
    expect(store.getState()).toMatchObject({ status: 'verified', isCookieSet: false, problem: 'network' })
  })

  test('of an open page survives a renewal that fails', async () => {
    const { store, world } = await signedIn()
    world.cookieFails = true
    world.now = 250_000
    world.tick()
    await settled()
    expect(store.getState()).toMatchObject({ status: 'verified', isCookieSet: true, problem: null })
  })

  testEach(['user_disabled', 'session_expired'] as const)('ends on %s and says so', async (code) => {
    const { store, world } = await signedIn()
    world.failure = new IdentityError(code)
    await expect(store.getToken({ refresh: true })).rejects.toThrow(world.failure)
    await settled()
    expect(world.isSignedOut).toBe(true)
    expect(store.getState()).toMatchObject({ status: 'signed_out', problem: code })
  })
})

describe('the end of a session', () => {
  test('in another tab differs from one by the user of this tab', async () => {
    const { store, world } = await signedIn()
    world.tell(null)
    await settled()
    expect(store.getState()).toMatchObject({ status: 'signed_out', isEndedElsewhere: true })
    world.tell(verified)
    await settled()
    await store.signOut()
    await settled()
    expect(store.getState()).toMatchObject({ status: 'signed_out', isEndedElsewhere: false })
  })

  test('by the user of this tab stays so, with a renewed token reported meanwhile', async () => {
    const { store, world } = await signedIn()
    const leaving = store.signOut()
    world.tell(verified)
    await leaving
    await settled()
    expect(store.getState()).toMatchObject({ status: 'signed_out', isEndedElsewhere: false })
  })

  test('by the user before the account was known was not ended elsewhere', async () => {
    const { store, world } = setUp()
    await settled()
    // A page that was just opened: the button is there before the sign-in was read.
    world.tell(verified)
    await store.signOut()
    await settled()
    expect(store.getState()).toMatchObject({ status: 'signed_out', isEndedElsewhere: false })
  })

  testEach(['user_disabled', 'session_expired'] as const)(
    'by the service says %s in every tab',
    async (code) => {
      const { store, world } = await signedIn()
      world.tell(null, code)
      await settled()
      expect(store.getState()).toMatchObject({ status: 'signed_out', problem: code, isEndedElsewhere: false })
    },
  )

  test('by the user has no reason, even when the service reports `session_expired` afterwards', async () => {
    const { store, world } = await signedIn()
    const leaving = store.signOut()
    world.tell(null, 'session_expired')
    await leaving
    await settled()
    expect(store.getState()).toMatchObject({ problem: null, isEndedElsewhere: false })
  })

  test('without a session here was not ended elsewhere', async () => {
    const { store, world } = setUp()
    await settled()
    world.tell(null)
    await settled()
    expect(store.getState().isEndedElsewhere).toBe(false)
  })

  test('reaches the public pages of this browser, as its beginning does', async () => {
    const { world } = await signedIn()
    expect(world.hint).toBe(true)
    world.tell(null)
    await settled()
    expect(world.hint).toBe(false)
  })
})
