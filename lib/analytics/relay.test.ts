import { test } from 'node:test'
import { expect } from 'expect'
import { fn } from 'jest-mock'
import { testEach } from '#tests/support/each.ts'
import { endlessBody } from '#lib/api/endless-body.fixture.ts'
import { createRelay } from './relay.ts'

const asked = (headers: Record<string, string> = {}, body = 'data=x') =>
  new Request('https://site.example/api/events/e/?ver=1', { method: 'POST', headers, body })

test('hands events on, without what tells who sent them', async () => {
  const send = fn<typeof fetch>(() => Promise.resolve(new Response('{}')))
  const relay = createRelay({ host: 'https://events.example', fetch: send })
  const answer = await relay(
    asked({ cookie: 'a=b', authorization: 't', 'x-forwarded-for': '1.2.3.4' }),
    '/e/',
  )
  expect(answer.status).toBe(200)
  const [url, init] = send.mock.calls[0] ?? []
  expect(url).toBe('https://events.example/e/?ver=1')
  expect(Object.keys(init?.headers ?? {})).toEqual(['content-type'])
})

testEach([
  ['another path of the service', 'https://events.example', '/api/projects', 404],
  ['a way up', 'https://events.example', '/e/../x', 404],
  ['no service', null, '/e/', 404],
])('%s is not reached', async (_what, host, path, status) => {
  const send = fn<typeof fetch>()
  expect((await createRelay({ host, fetch: send })(asked(), path)).status).toBe(status)
  expect(send).not.toHaveBeenCalled()
})

test('a body that is too long, or a service that is away, is an answer like any other', async () => {
  const away = createRelay({ host: 'https://events.example', fetch: () => Promise.reject(new Error('away')) })
  expect((await away(asked(), '/e/')).status).toBe(502)
  expect((await away(asked({}, 'x'.repeat(300_000)), '/e/')).status).toBe(413)
})

test('a body without a length is read no further than the limit', async () => {
  const { body, takenBytes } = endlessBody()
  const send = fn<typeof fetch>()
  const init = { method: 'POST', body, duplex: 'half' } as const
  const request = new Request('https://site.example/api/events/e/', init)
  expect((await createRelay({ host: 'https://events.example', fetch: send })(request, '/e/')).status).toBe(
    413,
  )
  expect(takenBytes()).toBeLessThan(1024 * 1024)
  expect(send).not.toHaveBeenCalled()
})
