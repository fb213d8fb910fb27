import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { expect } from 'expect'
import { createClient } from '#lib/api/client.ts'
import { keptAnswers } from './kept-answers.ts'

test('a backend that takes the call and never answers is not waited for without end', async () => {
  const server = createServer(() => undefined).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const client = createClient({
    baseUrl: `http://127.0.0.1:${port}`,
    getToken: () => Promise.resolve(undefined),
    fetch: keptAnswers({ gatewaySecret: 'secret', revalidateSeconds: 60 }),
    wait: () => Promise.resolve(),
    timeoutMs: 50,
  })
  await expect(client.call('getCountries', {})).rejects.toMatchObject({ code: 'timeout' })
  server.closeAllConnections()
  server.close()
})
