import { Agent, request, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import { after, before } from 'node:test'
import { text } from 'node:stream/consumers'
import { expect } from 'expect'
import { CONSENT_VERSION } from '#contract/consent.ts'
import { ErrorBody } from '#contract/errors.ts'
import { testEach } from '#tests/support/each.ts'
import { openDoor } from './support/door.ts'
import { idToken } from './support/identity.ts'

let door: Awaited<ReturnType<typeof openDoor>>
let origin: string
/** One connection for all calls, as a gateway keeps it. */
const agent = new Agent({ keepAlive: true, maxSockets: 1 })

before(async () => {
  door = await openDoor()
  origin = await door.app.listen({ port: 0, host: '127.0.0.1' })
})
after(async () => {
  agent.destroy()
  await door.close()
})

async function send(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body = Buffer.alloc(0),
) {
  const asked = request(origin + path, {
    agent,
    method,
    headers: { authorization: idToken('anna'), ...headers, 'content-length': body.length },
  })
  asked.end(body)
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  return { status: answer.statusCode, body: await text(answer), isReused: asked.reusedSocket }
}

const UPLOAD = `/persons/create_and_upload?name=A&gender=female&consent_version=${CONSENT_VERSION}`

testEach([
  ['a form without boundary', UPLOAD, 'multipart/form-data', 'body_invalid'],
  [
    'a form with a boundary that is too long',
    UPLOAD,
    `multipart/form-data; boundary=${'b'.repeat(80)}`,
    'body_invalid',
  ],
  ['JSON to a call that takes files', UPLOAD, 'application/json', 'body_too_large'],
  ['a body to a call that takes less', '/persons/create_new', 'application/json', 'body_too_large'],
  ['a type that is not spoken here', '/persons/create_new', 'text/csv', 'media_type_unsupported'],
  ['a body to an unknown address', '/nowhere', 'application/json', 'route_not_found'],
] as const)(
  '%s is refused in words, and the next call on its connection is answered',
  async (_what, path, type, code) => {
    const refused = await send('POST', path, { 'content-type': type }, Buffer.alloc(3_000_000, 'a'))
    expect(ErrorBody.parse(JSON.parse(refused.body)).error.code).toBe(code)
    const next = await send('GET', '/persons/get_all')
    expect([next.status, next.isReused]).toEqual([200, true])
  },
)
