import { once } from 'node:events'
import { createServer, request as call, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'playwright/test'
import { LOCALES } from '#contract/locales.ts'
import { SESSION_COOKIE } from '#lib/session/cookie.ts'
import { GUARDED_SECTION_NAMES } from '#lib/session/sections.ts'
import { findNginx, startEdge } from '#tests/support/edge.ts'
import { productUnderTest } from '#tests/support/product-under-test.ts'

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
  cache: unknown
}

function get(url: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    call(url, { headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const { statusCode: status = 0, headers } = response
        resolve({ status, headers, body: Buffer.concat(chunks), cache: headers['x-cache'] })
      })
    })
      .on('error', reject)
      .end()
  })
}

/** The site's own answer, once it is not an outdated one that another takes the place of in a moment. */
async function settled(url: string): Promise<Answer> {
  for (;;) {
    const answer = await get(url, { 'accept-encoding': 'gzip' })
    if (answer.headers['x-nextjs-cache'] !== 'STALE') return answer
  }
}

/** A site that answers as told, so that its failures can be had. */
async function startScripted(answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Headers of the connection or the moment, or written by an intermediary. */
const OF_THE_WAY = new Set([
  'x-nextjs-cache',
  'date',
  'connection',
  'keep-alive',
  'server',
  'x-cache',
  'transfer-encoding',
  // Pieces are cut from the whole copy there.
  'accept-ranges',
])
const ofThePage = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => !OF_THE_WAY.has(name) && name !== 'content-length'),
  )

if (findNginx() === undefined) console.log('Left out: tests/e2e/edge.spec.ts; nginx is not installed.')
else {
  test('the edge caches public pages and files as the site made them, for every visitor', async () => {
    const { siteUrl } = productUnderTest()
    const edge = await startEdge(siteUrl)
    try {
      for (const [path, status] of [
        ['/de', 200],
        ['/fr/pricing', 200],
        ['/it/legal/terms', 200],
        ['/en/verify', 200],
        ['/es/headshots-near-me', 200],
        ['/en/headshots-near-me/sample-country/sampletown', 200],
        ['/de/nothing/here', 404],
        ['/llms.txt', 200],
      ] as const) {
        const direct = await settled(siteUrl + path)
        await get(edge.url + path, { 'accept-encoding': 'gzip, deflate, br' })
        const kept = await get(`${edge.url}${path}?utm_source=letter`, {
          'accept-encoding': 'br;q=1, gzip;q=0.5',
          cookie: `${SESSION_COOKIE}=unverified`,
        })
        expect([path, kept.status, kept.cache]).toEqual([path, status, 'HIT'])
        expect(ofThePage(kept.headers)).toEqual(ofThePage(direct.headers))
        expect(kept.body.equals(direct.body)).toBe(true)
        expect(kept.headers['set-cookie']).toBeUndefined()
        const plain = await get(edge.url + path)
        expect(plain.headers['content-encoding']).toBeUndefined()
        expect([path, kept.headers['content-encoding']]).toEqual([path, 'gzip'])
        expect(plain.body.equals(gunzipSync(kept.body))).toBe(true)
      }
      const html = (await get(`${edge.url}/de`)).body.toString()
      const [script = ''] = /\/_next\/static\/[^"]+\.js/.exec(html) ?? []
      const whole = await get(edge.url + script)
      expect(whole.headers['cache-control']).toContain('immutable')
      const piece = await get(edge.url + script, { range: 'bytes=10-19' })
      expect([piece.status, piece.cache]).toEqual([206, 'HIT'])
      expect(piece.body.equals(whole.body.subarray(10, 20))).toBe(true)
      const [picture = ''] = /\/pictures\/[^" ]+\.jpg/.exec(html) ?? []
      expect((await get(edge.url + picture)).headers['cache-control']).toContain('immutable')
      const missing = await get(edge.url + picture.replace('-384', '-385'))
      expect(missing.status).toBe(404)
      expect(missing.headers['cache-control']).toContain('no-store')
    } finally {
      await edge.stop()
    }
  })

  test('pages of one visitor, calls and redirects are not cached', async () => {
    const { siteUrl } = productUnderTest()
    const edge = await startEdge(siteUrl)
    try {
      const sections = LOCALES.flatMap((locale) =>
        GUARDED_SECTION_NAMES.map((section) => `/${locale}/${section}`),
      )
      for (const path of [
        ...sections,
        '/',
        '/pricing',
        '/de/auth/login',
        '/api/client-config',
        '/api/healthz',
      ]) {
        for (let round = 0; round < 2; round += 1) {
          const { cache, headers } = await get(edge.url + path, { cookie: `${SESSION_COOKIE}=unverified` })
          expect([path, cache]).toEqual([path, undefined])
          expect(headers['cache-control']).toMatch(/no-store|no-cache/)
        }
      }
      const { status, headers } = await get(`${edge.url}/`, { 'accept-language': 'it' })
      expect(status).toBe(307)
      expect(headers.location).toMatch(/(^|:\d+)\/it$/)
    } finally {
      await edge.stop()
    }
  })

  test('the last good copy is served while the site fails or is down, and a failure or a cookie is never cached', async () => {
    let isFailing = false
    let asked = 0
    const site = await startScripted((request, response) => {
      asked += 1
      const keep = 'public, max-age=0, s-maxage=1'
      if (isFailing) response.writeHead(500, { 'cache-control': keep }).end('failed')
      else if (request.url === '/de/cookie')
        response.writeHead(200, { 'cache-control': keep, 'set-cookie': 'a=b' }).end('for one')
      else
        response.writeHead(200, { 'cache-control': keep }).end(`good ${request.headers.cookie ?? 'for all'}`)
    })
    const edge = await startEdge(site.url)
    try {
      expect((await get(`${edge.url}/de`, { cookie: 'who=me' })).body.toString()).toBe('good for all')
      for (let round = 0; round < 2; round += 1)
        expect((await get(`${edge.url}/de/cookie`)).cache).toBe('MISS')
      isFailing = true
      const before = asked
      for (let round = 0; round < 2; round += 1) expect((await get(`${edge.url}/de/new`)).status).toBe(500)
      expect(asked).toBe(before + 2)
      await expect.poll(async () => (await get(`${edge.url}/de`)).cache).toMatch(/STALE|UPDATING/)
      site.close()
      const stale = await get(`${edge.url}/de`)
      expect([stale.status, stale.body.toString()]).toEqual([200, 'good for all'])
    } finally {
      site.close()
      await edge.stop()
    }
  })
}
