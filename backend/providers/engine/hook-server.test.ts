import { test } from 'node:test'
import { expect } from 'expect'
import { startHookServer, type HookReceiver } from './hook-server.ts'

test('hooks reach their engine; strangers are refused unread, and a hook that was not taken is to be repeated', async () => {
  const heard: string[] = []
  const failures: string[] = []
  const added: HookReceiver = {
    admitsHook: ({ authorization }) => authorization === 'Bearer ours',
    receiveHook(id, attempt, { body }) {
      const text = Buffer.from(body).toString()
      if (text === 'away') return Promise.reject(new Error('the database is away'))
      heard.push(`${id} ${attempt} ${text}`)
      return Promise.resolve(text !== 'forged')
    },
  }
  const server = await startHookServer({
    host: '127.0.0.1',
    port: 0,
    receivers: { added },
    onError: ({ message }) => void failures.push(message),
  })
  const tell = async (path: string, body: string, token = 'ours') => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    return (await fetch(`${server.url}/${path}`, { method: 'POST', headers, body })).status
  }
  const order = `added?order=${encodeURIComponent('bundle/3')}&attempt=2`
  expect(await tell(order, '{}')).toBe(204)
  expect(await tell(order, 'forged')).toBe(401)
  expect(await tell(order, '{}', 'stranger')).toBe(401)
  expect(await tell('another?order=bundle&attempt=2', '{}')).toBe(404)
  expect(await tell(order, 'away')).toBe(503)
  expect(heard).toEqual(['bundle/3 2 {}', 'bundle/3 2 forged'])
  expect(failures).toEqual(['the database is away'])
  await server.close()
})
