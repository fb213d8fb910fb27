import { test } from 'node:test'
import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { createHealth } from './health.ts'

const there = () => Promise.resolve()
const gone = () => Promise.reject(new Error('connection refused'))
const silent = () => new Promise<never>(() => undefined)

testEach([
  ['everything answers', { database: there, queue: there }, []],
  ['one refuses', { database: gone, queue: there }, ['database']],
  ['one says nothing', { database: there, storage: silent }, ['storage']],
  ['none is there', { database: gone, queue: silent }, ['database', 'queue']],
])('%s', async (_what, checks, missing) => {
  expect(await createHealth({ checks, timeoutMs: 20 }).missing()).toEqual(missing)
})

test('a stopping process is not ready, even when all its dependencies are there', async () => {
  const health = createHealth({ checks: { database: there } })
  health.stop()
  expect(await health.missing()).toEqual(['stopping'])
})
