import { after, before, describe, test } from 'node:test'
import { expect } from 'expect'
import { createFirebaseIdentity } from '#backend/providers/identity/firebase.ts'
import type { Identity } from '#backend/providers/identity/identity-port.ts'
import { PROJECT_ID, idToken, startIdentityEmulator } from '#tests/api/support/identity.ts'
import { testEach } from '#tests/support/each.ts'

const options = { projectId: PROJECT_ID, credential: { kind: 'none' }, verdictMs: 60_000 } as const

describe('the identity port on firebase-admin', () => {
  let emulator: Awaited<ReturnType<typeof startIdentityEmulator>>
  let identity: Identity
  before(async () => {
    emulator = await startIdentityEmulator(new Set(['locked-out']))
    process.env.FIREBASE_AUTH_EMULATOR_HOST = emulator.host
    identity = await createFirebaseIdentity(options)
  })
  after(() => emulator.close())

  testEach([true, false])(
    'knows the user and whether the address is verified (%p)',
    async (emailVerified) => {
      const token = idToken('anna', { emailVerified, signedInSecondsAgo: 60 })
      const signedInAt = new Date((Math.floor(Date.now() / 60_000) - 1) * 60_000)
      for (const caller of [await identity.verify(token), await identity.verify(token)]) {
        expect(caller).toMatchObject({ uid: 'anna', email: 'anna@example.org', emailVerified })
        expect(caller.signedInAt.getTime()).toBeGreaterThanOrEqual(signedInAt.getTime())
      }
    },
  )

  testEach([true, false])('knows whether a second factor was used (%p)', async (usedSecondFactor) => {
    const token = idToken('anna', { usedSecondFactor, email: 'Anna@Example.org' })
    expect(await identity.verify(token)).toMatchObject({ email: 'anna@example.org', usedSecondFactor })
  })

  testEach([
    ['nothing', '', 'token_missing'],
    ['noise', 'not a token', 'token_invalid'],
    ['three parts of noise', 'a.b.c', 'token_invalid'],
    ['another project', idToken('anna', { projectId: 'other' }), 'token_invalid'],
    ['an expired token', idToken('anna', { expiresInSeconds: -60 }), 'token_expired'],
    ['a disabled user', idToken('locked-out'), 'user_disabled'],
  ])('%s is refused with its own code', async (_name, token, code) => {
    await expect(identity.verify(token)).rejects.toMatchObject({ name: 'IdentityError', code })
  })

  test('a provider that does not answer gives `unavailable`', async () => {
    process.env.FIREBASE_AUTH_EMULATOR_HOST = '127.0.0.1:1'
    const cutOff = await createFirebaseIdentity(options)
    await expect(cutOff.verify(idToken('anna'))).rejects.toMatchObject({ name: 'UnavailableError' })
    process.env.FIREBASE_AUTH_EMULATOR_HOST = emulator.host
  })

  test('a verified token is trusted for the configured time, and no longer', async () => {
    const token = idToken('carl', { signedInSecondsAgo: 60 })
    const forgetful = await createFirebaseIdentity({ ...options, verdictMs: 0 })
    for (const each of [identity, forgetful]) await each.verify(token)
    const elsewhere = await createFirebaseIdentity(options)
    await elsewhere.deleteUser('carl')
    expect(await identity.verify(token)).toMatchObject({ uid: 'carl' })
    await expect(forgetful.verify(token)).rejects.toMatchObject({ code: 'account_deleted' })
  })

  test("revoking a user's sign-ins ends all of them, and a later one is valid", async () => {
    const before = idToken('berta', { signedInSecondsAgo: 60 })
    await identity.verify(before)
    await identity.revokeSessions('berta')
    await expect(identity.verify(before)).rejects.toMatchObject({ code: 'token_expired' })
    expect(await identity.verify(idToken('berta', { signedInSecondsAgo: -2 }))).toMatchObject({
      uid: 'berta',
    })
    expect(await identity.verify(idToken('anna', { signedInSecondsAgo: 60 }))).toMatchObject({ uid: 'anna' })
  })

  test('an unsigned token is refused outside the emulator', async () => {
    delete process.env.FIREBASE_AUTH_EMULATOR_HOST
    const strict = await createFirebaseIdentity(options)
    await expect(strict.verify(idToken('anna'))).rejects.toMatchObject({ code: 'token_invalid' })
    process.env.FIREBASE_AUTH_EMULATOR_HOST = emulator.host
  })
})
