import { expect } from 'expect'
import { randomBytes } from 'node:crypto'
import { after, before, describe } from 'node:test'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { tables } from '#backend/providers/database/database-port.ts'
import { errorCodesOf, type EndpointDefinition } from '#contract/endpoint.ts'
import { ENDPOINT_NAMES, endpoints, type EndpointName } from '#contract/endpoints.ts'
import { testEach } from '#tests/support/each.ts'
import { DISABLED_UID, errorOf } from './support/backend.ts'
import { openDoor } from './support/door.ts'
import { idToken } from './support/identity.ts'
import {
  ENDING,
  OBJECTS,
  createLink,
  createOwner,
  handToPhone,
  inputsOf,
  sendInput,
  type Input,
  type Objects,
} from './support/owner.ts'

const calls = [...ENDPOINT_NAMES]
  .sort((one, other) => ENDING.indexOf(one) - ENDING.indexOf(other))
  .map((name): [EndpointName, EndpointDefinition] => [name, endpoints[name]])
const UNKNOWN_ID = '3f0f2a3e-6b1b-4f0e-9d6e-0d3a1c6f7a10'

let door: Awaited<ReturnType<typeof openDoor>>
let anna: Awaited<ReturnType<typeof createOwner>>
let boris: typeof anna

const send = (definition: EndpointDefinition, input: Input, authorization?: string, path = definition.path) =>
  sendInput(door.app, definition, input, authorization, path)

const namesObject = ({ params, query, body }: EndpointDefinition) =>
  OBJECTS.some((name) => name in { ...params?.shape, ...query?.shape, ...body?.shape })
const byUser = calls.filter(([, { auth }]) => auth === 'user' || auth === 'verified')
const byHandoff = calls.filter(([, { auth }]) => auth === 'handoff')
const byShare = calls.filter(([, { auth }]) => auth === 'share' || auth === 'recipient')
const byRecipient = calls.filter(([, { auth }]) => auth === 'recipient')

testEach(calls)('%s names nothing that this matrix does not know the owner of', (_name, definition) => {
  const { params, query, body } = definition
  const shape: Record<string, z.core.$ZodType> = { ...params?.shape, ...query?.shape, ...body?.shape }
  for (const [name, schema] of Object.entries(shape)) {
    const isUuid = z.core.safeParse(schema, UNKNOWN_ID).success && !z.core.safeParse(schema, 'words').success
    const isHandle = isUuid || /(?:key|token)$/i.test(name)
    if (isHandle) expect(OBJECTS).toContain(name)
  }
})

before(async () => {
  door = await openDoor([])
  anna = await createOwner(door.world)
  boris = await createOwner(door.world)
})
after(() => door.close())

testEach(calls.filter(([, { recentSignIn }]) => recentSignIn))(
  '%s refuses a sign-in that is too old with `requires_recent_login`',
  async (_name, definition) => {
    const [input] = inputsOf(definition, anna.objects)
    if (!input) throw new Error('no input')
    const answer = await send(definition, input, idToken(anna.uid, { signedInSecondsAgo: 16 * 60 }))
    expect(errorOf(answer)).toEqual({ status: 403, code: 'requires_recent_login' })
  },
)

describe('calls of signed-in users', () => {
  const cells = [
    ['no token', () => undefined, 'token_missing', 401],
    ['an empty token', () => '', 'token_missing', 401],
    ['a forged token', () => idToken('x').replace(/\.[^.]+\./, '.e30.'), 'token_invalid', 401],
    ['a token of no form', () => 'nonsense', 'token_invalid', 401],
    ['an expired token', () => idToken(anna.uid, { expiresInSeconds: -10 }), 'token_expired', 401],
    ['a token of another project', () => idToken(anna.uid, { projectId: 'another' }), 'token_invalid', 401],
    ['a share token', () => anna.objects.token, 'token_invalid', 401],
    ['a disabled user', () => idToken(DISABLED_UID), 'user_disabled', 403],
  ] as const

  testEach(byUser)('%s is closed to all but its caller', async (_name, definition) => {
    const [input] = inputsOf(definition, anna.objects)
    if (!input) throw new Error('no input was made')
    for (const path of [definition.path, `${definition.path}/` as const, ...definition.aliases]) {
      for (const [cell, token, code, status] of cells) {
        const answer = errorOf(await send(definition, input, token(), path))
        expect({ cell, ...answer }).toEqual({ cell, code, status })
      }
      if (definition.auth === 'verified') {
        const unverified = idToken(anna.uid, { emailVerified: false })
        const answer = errorOf(await send(definition, input, unverified, path))
        expect(answer).toEqual({ code: 'email_unverified', status: 403 })
      }
    }
  })

  testEach(byUser.filter(([, definition]) => namesObject(definition)))(
    '%s: what is another’s is not found, and is left as it was',
    async (_name, definition) => {
      const before = await door.world.overview.persons(anna.uid)
      for (const input of inputsOf(definition, anna.objects)) {
        const answer = errorOf(await send(definition, input, idToken(boris.uid)))
        expect(answer.status).toBe(404)
        expect(errorCodesOf(definition)).toContain(answer.code)
      }
      expect(await door.world.overview.persons(anna.uid)).toEqual(before)
    },
  )

  testEach(byUser)('%s is open to its caller with any valid input', async (_name, definition) => {
    for (const input of inputsOf(definition, boris.objects)) {
      const answer = await send(definition, input, idToken(boris.uid, { signedInSecondsAgo: 60 }))
      // The state of the named objects may refuse the call, the caller never.
      if (answer.statusCode !== 200) expect(errorOf(answer).status).toBe(409)
      else definition.response.parse(definition.stream ? answer.body : answer.json())
    }
  })
})

describe('calls of those who hold a link', () => {
  const ended = async (change: Partial<typeof tables.shares.$inferInsert>) => {
    const ending = await createLink(door.world, anna.uid, anna.objects.person_id)
    await door.world.database.queries
      .update(tables.shares)
      .set(change)
      .where(eq(tables.shares.id, ending.share_id))
    return { ...anna.objects, ...ending }
  }
  /** Another token in the place of either one. */
  const withToken = (token: string, recipientToken = token) => ({ ...anna.objects, token, recipientToken })
  const random = () => randomBytes(16).toString('base64url')
  const cells: [string, () => Promise<Objects> | Objects][] = [
    ['no token', () => withToken('')],
    ['a token of no form', () => withToken("' or 1=1 --")],
    ['an unknown token', () => withToken(random())],
    ['the share instead of its token', () => withToken(anna.objects.share_id)],
    ['an expired link', () => ended({ expiresAt: new Date(Date.now() - 1) })],
    ['a revoked link', () => ended({ state: 'revoked' })],
  ]

  testEach(byShare)('%s is closed to all but its share', async (_name, definition) => {
    for (const [cell, objectsOf] of cells) {
      const [input] = inputsOf(definition, await objectsOf())
      if (!input) throw new Error('no input was made')
      // Who is signed in holds no link by that.
      for (const authorization of [undefined, idToken(anna.uid)]) {
        const answer = errorOf(await send(definition, input, authorization))
        expect({ cell, ...answer }).toEqual({ cell, code: 'share_invalid', status: 403 })
      }
    }
  })

  testEach(byShare.filter(([, { query }]) => query && 'share_id' in query.shape))(
    '%s is closed to the tokens of another share',
    async (_name, definition) => {
      for (const token of [boris.objects.token, boris.objects.recipientToken]) {
        const [input] = inputsOf(definition, withToken(token))
        if (!input) throw new Error('no input was made')
        expect(errorOf(await send(definition, input))).toEqual({ code: 'share_invalid', status: 403 })
      }
    },
  )

  testEach(byRecipient)('%s is closed to a holder of the link alone', async (_name, definition) => {
    const [input] = inputsOf(definition, withToken(anna.objects.token))
    if (!input) throw new Error('no input was made')
    expect(errorOf(await send(definition, input))).toEqual({ code: 'share_invalid', status: 403 })
  })

  testEach(byShare)('%s is open to its share', async (_name, definition) => {
    for (const input of inputsOf(definition, anna.objects)) {
      const answer = await send(definition, input)
      expect(answer.statusCode).toBe(200)
      definition.response.parse(answer.json())
    }
  })
})

describe('calls of a phone', () => {
  testEach(byHandoff)('%s is closed to all but its session', async (_name, definition) => {
    const { token } = await handToPhone(door.world)
    const ended = await handToPhone(door.world)
    const { handoffs } = tables
    await door.world.database.queries.update(handoffs).set({ state: 'revoked' })
    const cells: [string, string | undefined][] = [
      ['no token', undefined],
      ['a token of no form', "' or 1=1 --"],
      ['an unknown token', randomBytes(16).toString('base64url')],
      ['the token of the code', token],
      ['a share token', anna.objects.token],
      ['an id token', idToken(anna.uid)],
      ['a session that was revoked', ended.sessionToken],
    ]
    const [input] = inputsOf(definition, anna.objects)
    if (!input) throw new Error('no input was made')
    for (const [cell, given] of cells) {
      const answer = errorOf(await send(definition, input, given))
      expect({ cell, ...answer }).toEqual({ cell, code: 'handoff_invalid', status: 403 })
    }
  })

  testEach(byHandoff)('%s is open to its session', async (_name, definition) => {
    const { sessionToken, objects } = await handToPhone(door.world)
    for (const input of inputsOf(definition, { ...anna.objects, ...objects })) {
      const answer = await send(definition, input, sessionToken)
      expect(answer.statusCode).toBe(200)
      definition.response.parse(answer.json())
    }
  })
})
