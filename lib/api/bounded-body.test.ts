import { test } from 'node:test'
import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { readBoundedBody } from './bounded-body.ts'
import { endlessBody } from './endless-body.fixture.ts'

const MAX_BYTES = 100
const request = (body: string | null, headers: Record<string, string> = {}) =>
  new Request('https://site.example/', { method: 'POST', body, headers })

testEach([
  ['a body of the longest length', 'x'.repeat(MAX_BYTES), 'x'.repeat(MAX_BYTES)],
  ['an empty one', '', ''],
  ['none', null, null],
  ['a longer one', 'x'.repeat(MAX_BYTES + 1), 'too_large'],
])('%s', async (_what, given, expected) => {
  const read = await readBoundedBody(request(given), MAX_BYTES)
  expect(read instanceof Blob ? await read.text() : read).toBe(expected)
})

test('a body that says it is too long is not read', async () => {
  const said = request('short', { 'content-length': String(MAX_BYTES + 1) })
  expect(await readBoundedBody(said, MAX_BYTES)).toBe('too_large')
})

test('a body that says no length is read no further than the limit', async () => {
  const { body, takenBytes } = endlessBody()
  expect(await readBoundedBody({ body, headers: new Headers() }, MAX_BYTES)).toBe('too_large')
  expect(takenBytes()).toBeLessThan(1024 * 1024)
})

test('a body that does not come is given up at the signal', async () => {
  const leave = new AbortController()
  const { readable } = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>()
  const read = readBoundedBody({ body: readable, headers: new Headers() }, MAX_BYTES, leave.signal)
  leave.abort(new Error('left'))
  await expect(read).rejects.toThrow('left')
})
