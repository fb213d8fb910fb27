import { expect } from 'expect'
import { createServer, type Server } from 'node:net'
import { afterEach, test } from 'node:test'
import { testEach } from '#tests/support/each.ts'
import { choosePorts, isPortFree } from './ports.ts'

const servers: Server[] = []

function listen(host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    servers.push(server)
    server.once('error', reject)
    server.listen({ port: 0, host }, () => {
      const address = server.address()
      if (address !== null && typeof address === 'object') resolve(address.port)
    })
  })
}

afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

testEach(['127.0.0.1', '0.0.0.0', '::1', '::'])(
  'a port that another program holds on %s is taken',
  async (host) => {
    const port = await listen(host)
    expect(await isPortFree(port)).toBe(false)
  },
)

test('a taken port is named and a later one chosen; no two parts get the same', async () => {
  const taken = await listen('127.0.0.1')
  const [first, second] = await choosePorts([
    { name: 'site', port: taken },
    { name: 'backend', port: taken },
  ])
  expect(first?.taken).toBe(taken)
  expect(first?.port).toBeGreaterThan(taken)
  expect(second?.port).toBeGreaterThan(first?.port ?? 0)
})
