import { test } from 'node:test'
import { expect } from 'expect'
import { fn } from 'jest-mock'
import { testEach } from '#tests/support/each.ts'
import { endlessBody } from '#lib/api/endless-body.fixture.ts'
import { createSignInPages } from './sign-in-pages.ts'

const origin = 'https://shop.firebaseapp.com'
const asked = (path: string, init: RequestInit = {}) =>
  [new Request(`https://shop.example/__${path}`, init), path.split('?')[0] ?? ''] as const

function upstream(answer: Response | Error) {
  return fn<typeof fetch>(() => (answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)))
}

test('a page is fetched where Firebase has it, with its query and without cookies or tokens', async () => {
  const fetch = upstream(
    new Response('<html>', { headers: { 'content-type': 'text/html', 'set-cookie': 'a=b' } }),
  )
  const pages = createSignInPages({ origin, fetch })
  const headers = { cookie: 'session=secret', authorization: 'token', 'accept-language': 'de' }
  const answer = await pages(...asked('/auth/handler?state=x%26y', { headers }))
  expect(answer.status).toBe(200)
  expect(await answer.text()).toBe('<html>')
  expect([...answer.headers]).toEqual([['content-type', 'text/html']])
  const [url, sent] = fetch.mock.calls[0] ?? []
  expect(url).toBe(`${origin}/__/auth/handler?state=x%26y`)
  expect([...new Headers(sent?.headers)]).toEqual([['accept-language', 'de']])
})

test('what a provider posts arrives as it was sent', async () => {
  const fetch = upstream(new Response('ok'))
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  await createSignInPages({ origin, fetch })(
    ...asked('/auth/handler', { method: 'POST', body: 'code=1&state=2', headers }),
  )
  const sent = fetch.mock.calls[0]?.[1]
  expect(sent?.method).toBe('POST')
  expect(await new Response(sent?.body).text()).toBe('code=1&state=2')
})

testEach(['/auth/other', '/auth/handler/..', '/firebase/init.js', '/'])(
  '%s is not among them',
  async (path) => {
    const fetch = upstream(new Response('ok'))
    const { status } = await createSignInPages({ origin, fetch })(...asked(path))
    expect(status).toBe(404)
    expect(fetch).not.toHaveBeenCalled()
  },
)

test('without a project of Firebase there is none', async () => {
  const fetch = upstream(new Response('ok'))
  const { status } = await createSignInPages({ origin: null, fetch })(...asked('/auth/handler'))
  expect(status).toBe(404)
  expect(fetch).not.toHaveBeenCalled()
})

testEach([
  ['cannot be reached', new TypeError('fetch failed')],
  ['leads elsewhere', new Response(null, { status: 302, headers: { location: 'https://evil.example' } })],
] as const)('one that %s is a bad gateway', async (_what, answer) => {
  const pages = createSignInPages({ origin, fetch: upstream(answer) })
  const { status, headers } = await pages(...asked('/auth/iframe'))
  expect(status).toBe(502)
  expect(headers.get('location')).toBeNull()
})

test('more than a provider would post is refused', async () => {
  const fetch = upstream(new Response('ok'))
  const { status } = await createSignInPages({ origin, fetch })(
    ...asked('/auth/handler', { method: 'POST', body: 'x'.repeat(70_000) }),
  )
  expect(status).toBe(413)
  expect(fetch).not.toHaveBeenCalled()
})

test('a body without a length is read no further than the limit', async () => {
  const { body, takenBytes } = endlessBody()
  const fetch = upstream(new Response('ok'))
  const init = { method: 'POST', body, duplex: 'half' } as const
  const { status } = await createSignInPages({ origin, fetch })(...asked('/auth/handler', init))
  expect(status).toBe(413)
  expect(takenBytes()).toBeLessThan(1024 * 1024)
  expect(fetch).not.toHaveBeenCalled()
})
