import { after, before } from 'node:test'
import { expect } from 'expect'
import fc from 'fast-check'
import { errorCodesOf, type EndpointDefinition } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { ErrorBody } from '#contract/errors.ts'
import { describeEach, testEach } from '#tests/support/each.ts'
import { DATABASES, type OpenDatabase } from '../ports/support/databases.ts'
import { multipart } from './support/backend.ts'
import { openDoor } from './support/door.ts'
import { furtherCalls, furtherEndpoints } from './support/further-calls.ts'
import { idToken } from './support/identity.ts'

let backend: Awaited<ReturnType<typeof openDoor>>
/** Of a link and of a recipient, so that more than their tokens is tried. */
let shareTokens: Partial<Record<EndpointDefinition['auth'], string>>
async function openWith(open: () => Promise<OpenDatabase>): Promise<void> {
  backend = await openDoor(furtherCalls, { open })
  const { sharing, recipients, personWithSelfies } = backend.world
  const { uid, id: personId } = await personWithSelfies(1)
  const { shareId, token: share } = await sharing.createShare(uid, personId)
  const { token: recipient } = await recipients.register({ shareId, personId, recipientId: null }, undefined)
  shareTokens = { share, recipient }
}

const INPUTS = 10_000
const calls: [string, EndpointDefinition][] = Object.entries({ ...endpoints, ...furtherEndpoints })

/** Values that have broken parsers before, and plain noise. */
const value = fc.oneof(
  fc.uuid(),
  fc.string({ maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '',
    ' ',
    '0',
    '-1',
    'null',
    '[]',
    '{}',
    '%00',
    '\0',
    '../..',
    "' or 1=1 --",
    '🙂'.repeat(50),
    'studio-grey',
    'EUR',
  ),
)
const json = fc.oneof(value, fc.jsonValue({ maxDepth: 3 }), fc.bigInt().map(Number))
/** A new user for each case, so that no rate limit hides the behaviour under test. */
const token = fc
  .tuple(fc.constantFrom('', 'Bearer '), fc.uuid())
  .map(([scheme, uid]) => `${scheme}${idToken(uid)}`)

const headerValue = fc.oneof(fc.stringMatching(/^[\w-]{6,66}$/), fc.stringMatching(/^[\x20-\x7e]{0,80}$/))

function inputs({ auth, query, body, files }: EndpointDefinition) {
  const names = [
    ...Object.keys(query?.shape ?? {}),
    ...Object.keys(body?.shape ?? {}),
    '__proto__',
    'constructor',
  ]
  const name = fc.constantFrom(...names)
  const held = shareTokens[auth]
  const given: [string, string][] = held === undefined ? [] : [['token', held]]
  const known = fc.constantFrom([], given)
  return fc.record({
    authorization: token,
    segments: fc.array(fc.oneof(value.map(encodeURIComponent), fc.constantFrom('%zz', '%ff', '%00', '..')), {
      minLength: 2,
      maxLength: 2,
    }),
    further: fc.dictionary(
      fc.constantFrom('idempotency-key', 'stripe-signature', 'retry-after'),
      headerValue,
      {
        maxKeys: 2,
      },
    ),
    query: fc.tuple(known, fc.array(fc.tuple(name, value), { maxLength: 5 })).map((parts) => parts.flat()),
    payload: fc.oneof(
      fc
        .dictionary(name, json)
        .map((given) => ({ type: 'application/json', payload: Buffer.from(JSON.stringify(given)) })),
      fc.record({
        type: fc.constantFrom(
          'application/json',
          'text/plain',
          'multipart/form-data; boundary=x',
          'application/json; charset=x',
        ),
        payload: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
      }),
      fc
        .array(fc.record({ fileName: value, bytes: fc.uint8Array({ maxLength: 300 }) }), { maxLength: 4 })
        .map((parts) => {
          const field = files?.field ?? 'file'
          const form = multipart(
            parts.map(({ fileName, bytes }) => ({
              field,
              bytes,
              fileName: fileName.replace(/[\r\n"]/g, ''),
            })),
          )
          return { type: form.headers['content-type'], payload: form.payload }
        }),
    ),
  })
}

// On both: each driver turns values into parameters by code of its own.
describeEach(DATABASES)('on %s', (_database, open) => {
  before(() => openWith(open))
  after(() => backend.close())

  testEach(calls)(
    '%s answers anything with a documented code, and never with a fault of its own',
    async (_name, definition) => {
      const documented = errorCodesOf(definition)
      await fc.assert(
        fc.asyncProperty(inputs(definition), async ({ authorization, segments, further, query, payload }) => {
          const search = new URLSearchParams(query).toString()
          let at = 0
          const path = definition.path.replace(/\{\w+\}/g, () => segments[at++] ?? '')
          const isRead = definition.method === 'GET'
          const answer = await backend.app.inject({
            method: definition.method,
            url: `${path}?${search}`,
            headers: { ...further, authorization, ...(!isRead && { 'content-type': payload.type }) },
            ...(!isRead && { payload: payload.payload }),
          })
          expect(answer.statusCode).toBeLessThan(500)
          expect(answer.body).not.toMatch(/\bat .*\.[jt]s:\d+/)
          if (answer.statusCode === 200)
            definition.response.parse(definition.stream ? answer.body : answer.json())
          else {
            const { code } = ErrorBody.strict().parse(answer.json()).error
            // A path that cannot be read belongs to no call.
            if (code !== 'route_not_found' || !definition.params) expect(documented).toContain(code)
          }
        }),
        { numRuns: Math.ceil(INPUTS / calls.length) },
      )
    },
  )
})
