import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { expect } from 'expect'
import {
  DELETE_MAX_KEYS,
  KeyTakenError,
  StorageLimitError,
  type SignedUpload,
  type Storage,
  type UrlOptions,
} from '#backend/providers/storage/storage-port.ts'
import { describeEach, testEach } from '#tests/support/each.ts'
import { STORAGES, type OpenStorage } from './support/storages.ts'

const HOUR_MS = 3_600_000
const MEGABYTE = 1024 * 1024
const bytes = (text: string) => new TextEncoder().encode(text)
const chunks = (...parts: string[]) => Readable.from(parts.map(bytes))
async function* breaking() {
  yield* chunks('half')
  throw new Error('the line broke')
}

/** Sends a signed upload as a browser does. */
function send(upload: SignedUpload, file: string, mediaType?: string): Promise<Response> {
  const { method, url, headers, fields } = upload
  if (method === 'PUT') {
    const given = mediaType === undefined ? headers : { ...headers, 'content-type': mediaType }
    return fetch(url, { method, headers: given, body: file })
  }
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    form.append(name, name === 'Content-Type' && mediaType !== undefined ? mediaType : value)
  }
  form.append('file', new Blob([file]))
  return fetch(url, { method, headers, body: form })
}

/** The same upload with every occurrence of one text replaced by another. */
function renamed(upload: SignedUpload, from: string, to: string): SignedUpload {
  const fields = Object.entries(upload.fields).map(([name, value]) => [name, value.replace(from, to)])
  return { ...upload, url: upload.url.replace(from, to), fields: Object.fromEntries(fields) }
}

describeEach(STORAGES)('the storage port on $name', ({ open, enforces }) => {
  let opened: OpenStorage
  let storage: Storage
  before(async () => {
    opened = await open()
    storage = opened.storage
  })
  after(() => opened.close())

  const textAt = async (key: string) => {
    const found = await storage.get(key)
    return found && Buffer.from(found).toString()
  }
  const keysUnder = async (prefix: string, after?: string) => {
    const keys: string[] = []
    for await (const { key } of storage.list(prefix, after === undefined ? {} : { after })) keys.push(key)
    return keys
  }

  test('returns the stored bytes, with size and hash, whole and as a stream', async () => {
    const stored = await storage.put('a/b/c.txt', chunks('one ', 'two'), 7)
    expect(stored).toEqual({ sizeBytes: 7, sha256: createHash('sha256').update('one two').digest('hex') })
    expect(await textAt('a/b/c.txt')).toBe('one two')
    const stream = await storage.read('a/b/c.txt')
    expect((await buffer(stream ?? Readable.from([]))).toString()).toBe('one two')
    expect([await storage.get('a/b/none'), await storage.read('a/b/none')]).toEqual([undefined, undefined])
  })

  test('streams files larger than its buffers', async () => {
    const chunk = Buffer.alloc(MEGABYTE, 'abc')
    const hash = createHash('sha256')
    const source = Readable.from(
      (function* () {
        for (let n = 0; n < 17; n++) {
          hash.update(chunk)
          yield chunk
        }
      })(),
    )
    const stored = await storage.put('large', source, 17 * MEGABYTE)
    expect(stored).toEqual({ sizeBytes: 17 * MEGABYTE, sha256: hash.digest('hex') })
    const found = await storage.get('large')
    expect(
      createHash('sha256')
        .update(found ?? '')
        .digest('hex'),
    ).toBe(stored.sha256)
  })

  testEach([
    ['at once', () => bytes('second')],
    ['as it comes', () => chunks('sec', 'ond')],
  ])('a key is written once: a second file %s is refused and the first stays', async (how, source) => {
    const key = `once/${how.replaceAll(' ', '-')}`
    await storage.put(key, bytes('first'), 100)
    await expect(storage.put(key, source(), 100)).rejects.toThrow(KeyTakenError)
    expect(await textAt(key)).toBe('first')
  })

  testEach([
    ['too many bytes', () => chunks('1234', '5678'), StorageLimitError],
    ['too many bytes at once', () => bytes('12345678'), StorageLimitError],
    ['a source that breaks', breaking, 'the line broke'],
    [
      'a large source that breaks',
      async function* () {
        for (let n = 0; n < 12; n++) yield Buffer.alloc(MEGABYTE)
        yield* breaking()
      },
      'the line broke',
    ],
  ])('%s leaves no file behind', async (name, source, error) => {
    const maxBytes = name.startsWith('a large') ? 100 * MEGABYTE : 6
    await expect(storage.put('broken/new', source(), maxBytes)).rejects.toThrow(error)
    expect(await storage.get('broken/new')).toBeUndefined()
    expect(await keysUnder('broken/')).toEqual([])
  })

  test('lists by prefix in the order of the keys, from anywhere, with size and time', async () => {
    // In the order of whole keys `-` and `.` come before a slash.
    const keys = [...(enforces ? ['l/a-b/c', 'l/a.txt'] : []), 'l/a/b', 'l/a/c/d', 'l/a0', 'l/b']
    const before = Date.now()
    for (const key of keys.toReversed()) await storage.put(key, bytes(key), 10)
    expect(await keysUnder('l/')).toEqual(keys)
    expect(await keysUnder('l/a/')).toEqual(['l/a/b', 'l/a/c/d'])
    expect(await keysUnder('l/a')).toEqual(keys.slice(0, -1))
    expect(await keysUnder('l/none/')).toEqual([])
    for (const [index, key] of keys.entries())
      expect(await keysUnder('l/', key)).toEqual(keys.slice(index + 1))
    expect(await keysUnder('l/', 'l/a/bb')).toEqual(['l/a/c/d', 'l/a0', 'l/b'])
    expect(await keysUnder('', 'l/a0')).toContain('l/b')
    for await (const file of storage.list('l/a/c/')) {
      expect(file).toMatchObject({ key: 'l/a/c/d', sizeBytes: 7 })
      // A store may count in whole seconds, by a clock of its own.
      expect(Math.abs(file.modifiedAt.getTime() - before)).toBeLessThan(60_000)
    }
  })

  test('lists and deletes more files than a page holds', async () => {
    const keys = Array.from({ length: DELETE_MAX_KEYS + 5 }, (_, n) => `many/${String(n).padStart(5, '0')}`)
    for (let n = 0; n < keys.length; n += 50) {
      await Promise.all(keys.slice(n, n + 50).map((key) => storage.put(key, bytes('x'), 1)))
    }
    expect(await keysUnder('many/')).toEqual(keys)
    await storage.delete(keys.slice(0, DELETE_MAX_KEYS))
    expect(await keysUnder('many/')).toEqual(keys.slice(DELETE_MAX_KEYS))
  })

  test('deletes several, and ignores missing ones', async () => {
    await storage.put('d/1', bytes('x'), 1)
    await storage.put('d/2/3', bytes('x'), 1)
    await storage.put('d2', bytes('x'), 1)
    await storage.delete(['d/1', 'd/2', 'd/none'])
    await storage.delete(['d/1'])
    await storage.delete([])
    expect(await keysUnder('d')).toEqual(['d/2/3', 'd2'])
    await storage.put('d/1', bytes('again'), 10)
    expect(await textAt('d/1')).toBe('again')
  })

  testEach(['../out', 'a/../../out', '/etc/passwd', 'a//b', '.hidden', 'a/.', 'a b', '', 'a\0b', 'C:\\x'])(
    'refuses the key %j',
    async (key) => {
      const upload = { mediaType: 'image/jpeg', maxBytes: 1, expiresInSeconds: 1 }
      await expect(storage.put(key, bytes('x'), 1)).rejects.toThrow(TypeError)
      await expect(storage.get(key)).rejects.toThrow(TypeError)
      await expect(storage.read(key)).rejects.toThrow(TypeError)
      await expect(storage.delete([key])).rejects.toThrow(TypeError)
      await expect(storage.signUrl(key, upload)).rejects.toThrow(TypeError)
      await expect(storage.signUpload(key, upload)).rejects.toThrow(TypeError)
    },
  )

  describe('a signed URL', () => {
    before(async () => {
      await storage.put('s/1.jpg', bytes('jpeg'), 10)
      await storage.put('s/2.jpg', bytes('other'), 10)
    })

    test('serves the file with its type and name', async () => {
      const shown = await fetch(await storage.signUrl('s/1.jpg', { mediaType: 'image/jpeg' }))
      expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
      expect(shown.headers.get('cache-control')).toMatch(/^private, max-age=\d+, immutable$/)
      expect(shown.headers.get('content-disposition')).toBeNull()
      expect(await shown.text()).toBe('jpeg')
      const options = { mediaType: 'image/jpeg', downloadName: 'anna-01.jpg' }
      const saved = await fetch(await storage.signUrl('s/1.jpg', options))
      expect(saved.headers.get('content-disposition')).toBe('attachment; filename="anna-01.jpg"')
      expect(await saved.text()).toBe('jpeg')
    })

    test('stays the same within the hour, and is valid for one to two', async () => {
      const hourStart = Math.floor(Date.now() / HOUR_MS) * HOUR_MS
      const signAt = async (ms: number) => {
        const clocked = await opened.shifted(ms - Date.now())
        return clocked.signUrl('s/1.jpg', { mediaType: 'image/jpeg' })
      }
      const url = await signAt(hourStart + 10_000)
      expect(await signAt(hourStart + HOUR_MS - 10_000)).toBe(url)
      expect(await signAt(hourStart + HOUR_MS + 10_000)).not.toBe(url)
      expect((await fetch(await signAt(hourStart - 10_000))).status).toBe(200)
      expect((await fetch(await signAt(hourStart - HOUR_MS - 10_000))).status).toBe(403)
    })

    test('contains its purpose in its signature', async () => {
      const signatureOf = async (key: string, options: UrlOptions) => {
        const { searchParams } = new URL(await storage.signUrl(key, options))
        return searchParams.get('signature') ?? searchParams.get('X-Amz-Signature')
      }
      const signatures = await Promise.all([
        signatureOf('s/1.jpg', { mediaType: 'image/jpeg' }),
        signatureOf('s/2.jpg', { mediaType: 'image/jpeg' }),
        signatureOf('s/1.jpg', { mediaType: 'text/html' }),
        signatureOf('s/1.jpg', { mediaType: 'image/jpeg', downloadName: 'anna.jpg' }),
      ])
      expect(signatures).not.toContain(null)
      expect(new Set(signatures).size).toBe(signatures.length)
    })

    test('is not found once the file is deleted', async () => {
      await storage.put('s/gone.jpg', bytes('x'), 1)
      const url = await storage.signUrl('s/gone.jpg', { mediaType: 'image/jpeg' })
      await storage.delete(['s/gone.jpg'])
      expect((await fetch(url)).status).toBe(404)
    })
  })

  describe('a signed upload', () => {
    const bounds = { mediaType: 'image/jpeg', maxBytes: 6, expiresInSeconds: 600 }

    test('takes the file it was signed for', async () => {
      const upload = await storage.signUpload('u/1.jpg', bounds)
      expect(Math.abs(upload.expiresAt.getTime() - Date.now() - 600_000)).toBeLessThan(60_000)
      expect((await send(upload, 'jpeg')).ok).toBe(true)
      expect(await textAt('u/1.jpg')).toBe('jpeg')
    })
  })

  if (!enforces) return

  describe('the server', () => {
    before(() => storage.put('s/3.jpg', bytes('other'), 10))

    testEach([
      ['another file', (url: URL) => (url.pathname = url.pathname.replace('s/1', 's/3'))],
      ['no signature', (url: URL) => (url.search = '')],
      ['a changed parameter', (url: URL) => (url.search = url.search.replace('image%2Fjpeg', 'text%2Fhtml'))],
    ])('refuses %s', async (_case, change) => {
      const url = new URL(await storage.signUrl('s/1.jpg', { mediaType: 'image/jpeg' }))
      change(url)
      expect((await fetch(url)).status).toBe(403)
    })

    const bounds = { mediaType: 'image/jpeg', maxBytes: 6, expiresInSeconds: 600 }
    const attempts: [string, number, (upload: SignedUpload) => Promise<Response>][] = [
      ['a file of another type', 0, (upload) => send(upload, 'html', 'text/html')],
      ['a file that is too long', 0, (upload) => send(upload, 'a whole jpeg')],
      ['a file that comes too late', -HOUR_MS, (upload) => send(upload, 'jpeg')],
      ['a file for another key', 0, (upload) => send(renamed(upload, 'mine', 'other'), 'jpeg')],
      [
        'a longer file by its own word',
        0,
        (upload) => send(renamed(upload, 'max=6', 'max=60'), 'a whole jpeg'),
      ],
    ]
    testEach(attempts)('takes no upload of %s', async (_case, byMs, attempt) => {
      const signing = await opened.shifted(byMs)
      const answer = await attempt(await signing.signUpload('refused/mine.jpg', bounds))
      expect([403, 400, 413, 415]).toContain(answer.status)
      expect(await keysUnder('refused/')).toEqual([])
    })
  })
})
