import { after, before } from 'node:test'
import { expect } from 'expect'
import type { EndpointDefinition } from '#contract/endpoint.ts'
import { ENDPOINT_NAMES, endpoints } from '#contract/endpoints.ts'
import { createLog } from '#backend/http/log.ts'
import { testEach } from '#tests/support/each.ts'
import { openDoor } from './support/door.ts'
import { idToken } from './support/identity.ts'

const SECRET = 'c0ffee5ec2e7'
const said: string[] = []
let door: Awaited<ReturnType<typeof openDoor>>
before(async () => {
  door = await openDoor([], { logger: createLog('trace', { write: (line) => said.push(line) }) })
})
after(() => door.close())

const calls: [string, EndpointDefinition][] = ENDPOINT_NAMES.map((name) => [name, endpoints[name]])

testEach(calls)('%s writes none of its secrets to the log', async (_name, definition) => {
  const { method, query, body, params } = definition
  const path = definition.path.replace(/\{\w+\}/g, `${SECRET}-in-path`)
  const search = new URLSearchParams(
    Object.keys({ ...query?.shape, ...params?.shape, token: '' }).map((key) => [key, `${SECRET}-${key}`]),
  ).toString()
  const payload = Object.fromEntries(Object.keys(body?.shape ?? {}).map((key) => [key, `${SECRET}-${key}`]))
  said.length = 0
  // One refused call, and one admitted.
  for (const authorization of [`${SECRET}-token`, idToken(`user-${SECRET}`)]) {
    await door.app.inject({
      method,
      url: `${path}?${search}`,
      headers: { authorization, 'idempotency-key': `${SECRET}-key`, 'stripe-signature': `t=1,v1=${SECRET}` },
      ...(method !== 'GET' && { payload }),
    })
  }
  const log = said.join('')
  expect(log.match(/"msg":"answered"/g)).toHaveLength(2)
  expect(log).not.toContain(SECRET)
})
