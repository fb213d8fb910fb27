import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { expect } from 'expect'
import nodeFs from 'next/dist/server/lib/node-fs-methods.js'
import PageCache from './page-cache.mjs'
import { UNAVAILABLE_METADATA } from './unavailable-page.ts'

const CONTEXT = {
  kind: 'APP_PAGE',
  isFallback: false,
  isRoutePPREnabled: false,
  cacheControl: { revalidate: 60 },
}
const [[META_NAME, META_CONTENT] = []] = Object.entries(UNAVAILABLE_METADATA)
const UNAVAILABLE = `<html><meta name="${META_NAME}" content="${META_CONTENT}"/></html>`

interface Cache {
  get(key: string, context: object): Promise<unknown>
  set(key: string, data: object, context: object): Promise<void>
}

let folder: string
let cache: Cache
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'page-cache-'))
  // The cast: TypeScript does not see the members of Next's class, as its module is CommonJS.
  const Created = PageCache as unknown as new (context: object) => Cache
  cache = new Created({
    fs: nodeFs.nodeFs,
    flushToDisk: true,
    serverDistDir: folder,
    revalidatedTags: [],
    maxMemoryCacheSize: 10_000_000,
  })
})
after(() => rm(folder, { recursive: true }))

function rendered(html: string, status?: number) {
  const headers: Record<string, unknown> = {}
  return {
    kind: 'APP_PAGE',
    html,
    status,
    headers,
    rscData: Buffer.from('data'),
    segmentData: new Map([['/_tree', Buffer.from('tree')]]),
  }
}

async function filesOf(name: string): Promise<string[]> {
  return (await readdir(folder, { recursive: true })).filter((file) => file.includes(name))
}

test('a page is kept in files, with the policy of its inline scripts', async () => {
  const page = rendered('<html><script>run()</script></html>')
  await cache.set('/de/place', page, CONTEXT)
  expect(await filesOf('place')).not.toEqual([])
  expect(page.headers['content-security-policy']).toContain("'sha256-")
})

test('an address that no page answers to leaves no file, and is answered from memory', async () => {
  await cache.set('/de/made-up', rendered('<html></html>', 404), CONTEXT)
  expect(await filesOf('made-up')).toEqual([])
  expect(await cache.get('/de/made-up', CONTEXT)).toMatchObject({ value: { status: 404 } })
})

test('a page that cannot be made now is answered with 503 and not kept', async () => {
  const page = rendered(UNAVAILABLE)
  await cache.set('/de/away', page, CONTEXT)
  expect(page).toMatchObject({ status: 503, headers: { 'retry-after': '120', 'cache-control': 'no-store' } })
  expect(await filesOf('away')).toEqual([])
  expect(await cache.get('/de/away', CONTEXT)).toBeNull()
})

test('a page that cannot be made anew stays as it was', async () => {
  await cache.set('/de/kept', rendered('<html>good</html>'), CONTEXT)
  await expect(cache.set('/de/kept', rendered(UNAVAILABLE), CONTEXT)).rejects.toThrow('/de/kept')
  expect(await cache.get('/de/kept', CONTEXT)).toMatchObject({ value: { html: '<html>good</html>' } })
})
