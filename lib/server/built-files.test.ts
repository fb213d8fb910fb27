import { expect } from 'expect'
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { testEach } from '#tests/support/each.ts'
import { packBuiltFiles, readBuiltFiles } from './built-files.ts'

const SCRIPT = 'const answer = 42\n'.repeat(200)
const folder = mkdtempSync(join(tmpdir(), 'built-files-'))
let server: Server
let url = ''

before(async () => {
  mkdirSync(join(folder, 'static/chunks'), { recursive: true })
  writeFileSync(join(folder, 'static/chunks/a.js'), SCRIPT)
  writeFileSync(join(folder, 'static/chunks/short.js'), '1')
  writeFileSync(join(folder, 'static/chunks/font.woff2'), SCRIPT)
  await packBuiltFiles(folder)
  const serve = await readBuiltFiles(folder, { 'x-content-type-options': 'nosniff' })
  server = createServer((request, response) => {
    if (!serve(request, response, request.url ?? '')) response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Listens on a port.
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
after(async () => {
  await new Promise((resolve) => server.close(resolve))
  rmSync(folder, { recursive: true })
})

const ask = (path: string, headers: Record<string, string>, method = 'GET') =>
  fetch(url + path, { method, headers })

testEach(['br', 'gzip'])('a script is served in %s, for ever', async (coding) => {
  const response = await ask('/_next/static/chunks/a.js', { 'accept-encoding': coding })
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-encoding': coding,
    'content-type': 'application/javascript; charset=UTF-8',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'Accept-Encoding',
    'x-content-type-options': 'nosniff',
  })
  expect(await response.text()).toBe(SCRIPT)
})

testEach([
  ['who takes no coding', '/_next/static/chunks/a.js', { 'accept-encoding': 'identity' }],
  ['a piece of a file', '/_next/static/chunks/a.js', { 'accept-encoding': 'br', range: 'bytes=0-9' }],
  ['a short file', '/_next/static/chunks/short.js', { 'accept-encoding': 'br' }],
  ['a font', '/_next/static/chunks/font.woff2', { 'accept-encoding': 'br' }],
  ['what was never built', '/_next/static/chunks/b.js', { 'accept-encoding': 'br' }],
  ['the packed file itself', '/_next/packed/static/chunks/a.js.br', { 'accept-encoding': 'br' }],
])('%s is left to Next', async (_what, path, headers) => {
  expect((await ask(path, headers)).status).toBe(404)
})

test('a build without packed files leaves everything to Next', async () => {
  const serve = await readBuiltFiles(join(folder, 'nothing'), {})
  const asked = createServer((request, response) => {
    response.end(String(serve(request, response, '/_next/static/chunks/a.js')))
  })
  await new Promise<void>((resolve) => asked.listen(0, '127.0.0.1', resolve))
  // As above.
  const response = await fetch(`http://127.0.0.1:${(asked.address() as AddressInfo).port}`)
  expect(await response.text()).toBe('false')
  await new Promise((resolve) => asked.close(resolve))
})
