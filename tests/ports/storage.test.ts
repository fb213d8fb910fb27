import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createFileStorage } from '#backend/providers/storage/files.ts'
import { StorageLimitError, type SignedFiles, type Storage } from '#backend/providers/storage/port.ts'

const HOUR_MS = 3_600_000
const PUBLIC_URL = 'http://files.example/storage'
const bytes = (text: string) => new TextEncoder().encode(text)
const chunks = (...parts: string[]) => Readable.from(parts.map(bytes))
async function* breaking() {
  yield* chunks('half')
  throw new Error('the line broke')
}

describe('the storage port on files', () => {
  let folder: string
  let storage: Storage & SignedFiles
  let nowMs = Date.UTC(2026, 0, 1, 10, 30)
  const openStorage = (secret = 'one secret', isSoleWriter = true) =>
    createFileStorage({ folder, secret, publicUrl: PUBLIC_URL, isSoleWriter, now: () => nowMs })
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'storage-'))
    storage = await openStorage()
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const follow = (url: string, files: SignedFiles = storage) => {
    const { pathname, searchParams } = new URL(url)
    return files.open(pathname.replace('/storage/', ''), searchParams)
  }

  test('gives back what was put, with size and hash', async () => {
    const stored = await storage.put('a/b/c.txt', chunks('one ', 'two'), 7)
    expect(stored).toEqual({ sizeBytes: 7, sha256: createHash('sha256').update('one two').digest('hex') })
    expect(Buffer.from((await storage.get('a/b/c.txt')) ?? []).toString()).toBe('one two')
  })

  test('replaces whole files', async () => {
    await storage.put('r', bytes('a long first version'), 100)
    await storage.put('r', bytes('second'), 100)
    expect(Buffer.from((await storage.get('r')) ?? []).toString()).toBe('second')
  })

  test.each([
    ['too many bytes', () => chunks('1234', '5678'), StorageLimitError],
    ['a source that breaks', breaking, 'the line broke'],
  ])('%s leaves nothing behind, and what was there stays', async (_name, source, error) => {
    await storage.put('kept', bytes('before'), 10)
    await expect(storage.put('kept', source(), 6)).rejects.toThrow(error)
    await expect(storage.put('new', source(), 6)).rejects.toThrow(error)
    expect(Buffer.from((await storage.get('kept')) ?? []).toString()).toBe('before')
    expect(await storage.get('new')).toBeUndefined()
    expect(await readdir(join(folder, 'incoming'))).toEqual([])
  })

  test('deletes files and folders, and forgives what is not there', async () => {
    await storage.put('d/1', bytes('x'), 1)
    await storage.put('d/2/3', bytes('x'), 1)
    await storage.put('d2', bytes('x'), 1)
    await storage.delete('d/1')
    await storage.delete('d/1')
    expect(await storage.get('d/1')).toBeUndefined()
    await storage.deleteFolder('d')
    await storage.deleteFolder('d')
    expect(await storage.get('d/2/3')).toBeUndefined()
    expect(await storage.get('d2')).toBeDefined()
  })

  test.each(['../out', 'a/../../out', '/etc/passwd', 'a//b', '.hidden', 'a/.', 'a b', '', 'a\0b', 'C:\\x'])(
    'refuses the key %j',
    async (key) => {
      await expect((async () => storage.put(key, bytes('x'), 1))()).rejects.toThrow(TypeError)
      await expect((async () => storage.get(key))()).rejects.toThrow(TypeError)
      expect(() => storage.signUrl(key, { mediaType: 'image/jpeg' })).toThrow(TypeError)
    },
  )

  test('a signed URL leads to the file as it says', async () => {
    await storage.put('s/1.jpg', bytes('jpeg'), 10)
    const url = storage.signUrl('s/1.jpg', { mediaType: 'image/jpeg', downloadName: 'anna-01.jpg' })
    expect(url).toMatch(/^http:\/\/files\.example\/storage\/s\/1\.jpg\?/)
    const file = await follow(url)
    if (typeof file === 'string') throw new Error(file)
    expect(file).toMatchObject({ sizeBytes: 4, mediaType: 'image/jpeg', downloadName: 'anna-01.jpg' })
    expect((await buffer(file.stream)).toString()).toBe('jpeg')
  })

  test('a URL stays the same within the hour, and lives for one to two', async () => {
    const sign = () => storage.signUrl('s/1.jpg', { mediaType: 'image/jpeg' })
    const url = sign()
    nowMs += HOUR_MS / 4
    expect(sign()).toBe(url)
    nowMs += HOUR_MS
    expect(sign()).not.toBe(url)
    const file = await follow(url)
    if (typeof file === 'string') throw new Error(file)
    file.stream.destroy()
    nowMs += HOUR_MS / 2
    expect(await follow(url)).toBe('signature_invalid')
  })

  test.each([
    ['another file', (url: URL) => (url.pathname = url.pathname.replace('s/1', 'a/b/c'))],
    ['a later expiry', (url: URL) => url.searchParams.set('expires', '9999999999999')],
    ['another type', (url: URL) => url.searchParams.set('type', 'text/html')],
    ['another name', (url: URL) => url.searchParams.set('name', 'virus.exe')],
    ['no signature', (url: URL) => url.searchParams.delete('signature')],
    ['an empty signature', (url: URL) => url.searchParams.set('signature', '')],
    ['a path out of the store', (url: URL) => (url.pathname = '/storage/..%2f..%2fetc/passwd')],
  ])('%s is not what was signed', async (_name, change) => {
    const url = new URL(storage.signUrl('s/1.jpg', { mediaType: 'image/jpeg' }))
    change(url)
    expect(await follow(url.href)).toBe('signature_invalid')
  })

  test('a start clears away what a dead process left unfinished, but nothing another may be writing', async () => {
    const unfinished = join(folder, 'incoming', 'half')
    await writeFile(unfinished, 'half')
    await openStorage('one secret', false)
    expect(await readdir(join(folder, 'incoming'))).toEqual(['half'])
    await openStorage()
    expect(await readdir(join(folder, 'incoming'))).toEqual([])
  })

  test('another secret makes URLs invalid, a deleted file makes them lead nowhere', async () => {
    const url = storage.signUrl('s/1.jpg', { mediaType: 'image/jpeg' })
    expect(await follow(url, await openStorage('another secret'))).toBe('signature_invalid')
    await storage.delete('s/1.jpg')
    expect(await follow(url)).toBe('file_not_found')
  })
})
