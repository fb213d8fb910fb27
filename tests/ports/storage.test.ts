import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import {
  DELETE_MAX_KEYS,
  KeyTakenError,
  StorageLimitError,
  type SignedUpload,
  type Storage,
} from '#backend/providers/storage/port.ts'
import { STORAGES, type OpenStorage } from './support/storages.ts'

const HOUR_MS = 3_600_000
const MEGABYTE = 1024 * 1024
const bytes = (text: string) => new TextEncoder().encode(text)
const chunks = (...parts: string[]) => Readable.from(parts.map(bytes))
async function* breaking() {
  yield* chunks('half')
  throw new Error('the line broke')
}

/** What a browser does with a signed upload. */
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

describe.each(STORAGES)('the storage port on %s', (_name, openStorage) => {
  let opened: OpenStorage
  let storage: Storage
  beforeAll(async () => {
    opened = await openStorage()
    storage = opened.storage
  }, 60_000)
  afterAll(() => opened.close())

  const textAt = async (key: string) => {
    const found = await storage.get(key)
    return found && Buffer.from(found).toString()
  }
  const keysUnder = async (prefix: string, after?: string) => {
    const keys: string[] = []
    for await (const { key } of storage.list(prefix, after === undefined ? {} : { after })) keys.push(key)
    return keys
  }

  test('gives back what was put, with size and hash, whole and as it comes', async () => {
    const stored = await storage.put('a/b/c.txt', chunks('one ', 'two'), 7)
    expect(stored).toEqual({ sizeBytes: 7, sha256: createHash('sha256').update('one two').digest('hex') })
    expect(await textAt('a/b/c.txt')).toBe('one two')
    const stream = await storage.read('a/b/c.txt')
    expect((await buffer(stream ?? Readable.from([]))).toString()).toBe('one two')
    expect([await storage.get('a/b/none'), await storage.read('a/b/none')]).toEqual([undefined, undefined])
  })

  test('streams what is larger than its buffers', async () => {
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

  test.each([
    ['at once', () => bytes('second')],
    ['as it comes', () => chunks('sec', 'ond')],
  ])('a key is written once: a second file %s is refused and the first stays', async (how, source) => {
    const key = `once/${how.replaceAll(' ', '-')}`
    await storage.put(key, bytes('first'), 100)
    await expect(storage.put(key, source(), 100)).rejects.toThrow(KeyTakenError)
    expect(await textAt(key)).toBe('first')
  })

  test.each([
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
  ])('%s leaves nothing behind', async (name, source, error) => {
    const maxBytes = name.startsWith('a large') ? 100 * MEGABYTE : 6
    await expect(storage.put('broken/new', source(), maxBytes)).rejects.toThrow(error)
    expect(await storage.get('broken/new')).toBeUndefined()
    expect(await keysUnder('broken/')).toEqual([])
  })

  test('lists by prefix in the order of the keys, from anywhere, with size and time', async () => {
    const keys = ['l/a-b/c', 'l/a.txt', 'l/a/b', 'l/a/c/d', 'l/a0', 'l/b']
    const before = Date.now()
    for (const key of keys.toReversed()) await storage.put(key, bytes(key), 10)
    expect(await keysUnder('l/')).toEqual(keys)
    expect(await keysUnder('l/a/')).toEqual(['l/a/b', 'l/a/c/d'])
    expect(await keysUnder('l/a')).toEqual(keys.slice(0, 5))
    expect(await keysUnder('l/none/')).toEqual([])
    for (const [index, key] of keys.entries())
      expect(await keysUnder('l/', key)).toEqual(keys.slice(index + 1))
    expect(await keysUnder('l/', 'l/a/bb')).toEqual(['l/a/c/d', 'l/a0', 'l/b'])
    expect(await keysUnder('', 'l/a0')).toContain('l/b')
    for await (const file of storage.list('l/a-b/')) {
      expect(file).toMatchObject({ key: 'l/a-b/c', sizeBytes: 7 })
      // A store may count in whole seconds, by a clock of its own.
      expect(Math.abs(file.modifiedAt.getTime() - before)).toBeLessThan(60_000)
    }
  })

  test('lists and deletes more than a page holds', async () => {
    const keys = Array.from({ length: DELETE_MAX_KEYS + 5 }, (_, n) => `many/${String(n).padStart(5, '0')}`)
    for (let n = 0; n < keys.length; n += 50) {
      await Promise.all(keys.slice(n, n + 50).map((key) => storage.put(key, bytes('x'), 1)))
    }
    expect(await keysUnder('many/')).toEqual(keys)
    await storage.delete(keys.slice(0, DELETE_MAX_KEYS))
    expect(await keysUnder('many/')).toEqual(keys.slice(DELETE_MAX_KEYS))
  }, 60_000)

  test('deletes several, and forgives what is not there', async () => {
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

  test.each(['../out', 'a/../../out', '/etc/passwd', 'a//b', '.hidden', 'a/.', 'a b', '', 'a\0b', 'C:\\x'])(
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
    beforeAll(async () => {
      await storage.put('s/1.jpg', bytes('jpeg'), 10)
      await storage.put('s/2.jpg', bytes('other'), 10)
    })

    test('leads to the file as it says', async () => {
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

    test('stays the same within the hour, and lives for one to two', async () => {
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

    test.each([
      ['another file', (url: URL) => (url.pathname = url.pathname.replace('s/1', 's/2'))],
      ['no signature', (url: URL) => (url.search = '')],
      ['a changed parameter', (url: URL) => (url.search = url.search.replace('image%2Fjpeg', 'text%2Fhtml'))],
    ])('is not one for %s', async (_case, change) => {
      const url = new URL(await storage.signUrl('s/1.jpg', { mediaType: 'image/jpeg' }))
      change(url)
      expect((await fetch(url)).status).toBe(403)
    })

    test('leads nowhere once the file is deleted', async () => {
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

    test('refuses another type', async () => {
      const upload = await storage.signUpload('u/type.jpg', bounds)
      expect((await send(upload, 'html', 'text/html')).ok).toBe(false)
      expect(await storage.get('u/type.jpg')).toBeUndefined()
    })

    test('refuses once it is over', async () => {
      const earlier = await opened.shifted(-HOUR_MS)
      const upload = await earlier.signUpload('u/late.jpg', bounds)
      expect((await send(upload, 'jpeg')).ok).toBe(false)
      expect(await storage.get('u/late.jpg')).toBeUndefined()
    })

    test('is not one for another key', async () => {
      const upload = await storage.signUpload('u/mine.jpg', bounds)
      const url = upload.url.replace('mine', 'other')
      const fields = Object.fromEntries(
        Object.entries(upload.fields).map(([name, value]) => [name, value.replace('mine', 'other')]),
      )
      expect((await send({ ...upload, url, fields }, 'jpeg')).ok).toBe(false)
      expect(await storage.get('u/other.jpg')).toBeUndefined()
    })
  })
})
