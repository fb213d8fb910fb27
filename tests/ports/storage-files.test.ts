import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { expect } from 'expect'
import { createFileStorage } from '#backend/providers/storage/files.ts'
import type { SignedFiles, Storage } from '#backend/providers/storage/storage-port.ts'

const byte = new Uint8Array([1])
const SIGNED = { mediaType: 'image/jpeg', maxBytes: 1, expiresInSeconds: 60 }
let folder: string
let storage: Storage & SignedFiles
const openStorage = (secrets = ['one secret'], isSoleWriter = true) =>
  createFileStorage({ folder, secrets, publicUrl: 'http://files.example/storage', isSoleWriter })
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'storage-'))
  storage = await openStorage()
})
after(() => rm(folder, { recursive: true, force: true }))

const ask = (url: string) => {
  const { pathname, searchParams } = new URL(url)
  return [decodeURIComponent(pathname.replace('/storage/', '')), searchParams] as const
}

test("a start deletes a dead process's unfinished files, but none that another may be writing", async () => {
  const incoming = join(folder, 'incoming')
  await writeFile(join(incoming, 'half'), 'half')
  await openStorage(['one secret'], false)
  expect(await readdir(incoming)).toEqual(['half'])
  // Written a moment ahead of the clock, as the file system's finer one may say.
  const ahead = Date.now() / 1000 + 60
  await utimes(join(incoming, 'half'), ahead, ahead)
  await openStorage()
  expect(await readdir(incoming)).toEqual([])
})

test('what a killed write left a day ago is removed, what may still be written is not', async () => {
  const incoming = join(folder, 'incoming')
  await writeFile(join(incoming, 'old'), 'half')
  await writeFile(join(incoming, 'new'), 'half')
  const yesterday = Date.now() / 1000 - 2 * 86_400
  await utimes(join(incoming, 'old'), yesterday, yesterday)
  await storage.removeUnfinished(new Date(Date.now() - 86_400_000))
  expect(await readdir(incoming)).toEqual(['new'])
  await rm(join(incoming, 'new'))
})

test('a write leaves only its file, and a deletion no empty folder', async () => {
  await storage.put('persons/1/selfies/2/image', byte, 1)
  await storage.put('persons/3', byte, 1)
  await expect(storage.put('persons/3', byte, 1)).rejects.toThrow('persons/3 is taken')
  expect(await readdir(join(folder, 'incoming'))).toEqual([])
  await storage.delete(['persons/1/selfies/2/image'])
  expect(await readdir(join(folder, 'files', 'persons'))).toEqual(['3'])
})

test('of simultaneous writers exactly one wins', async () => {
  const attempts = Array.from({ length: 8 }, (_, n) => storage.put('raced', new Uint8Array([n]), 1))
  const settled = await Promise.allSettled(attempts)
  const won = settled.findIndex(({ status }) => status === 'fulfilled')
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await storage.get('raced')).toEqual(Buffer.from([won]))
})

test('a signature is valid for one secret, one purpose, and keys inside the store', async () => {
  await storage.put('s/1.jpg', byte, 1)
  const [key, query] = ask(await storage.signUrl('s/1.jpg', SIGNED))
  const [free, toWrite] = ask((await storage.signUpload('s/2.jpg', SIGNED)).url)
  const upload = { mediaType: 'image/jpeg', content: [byte] }
  const other = await openStorage(['another secret'])
  expect(await other.open(key, query)).toBe('signature_invalid')
  const changing = await openStorage(['another secret', 'one secret'])
  const [, newly] = ask(await changing.signUrl('s/1.jpg', SIGNED))
  for (const opened of [await changing.open(key, query), await other.open(key, newly)]) {
    expect(opened).toMatchObject({ sizeBytes: 1 })
    if (typeof opened === 'object') opened.stream.destroy()
  }
  expect(await storage.open(free, toWrite)).toBe('signature_invalid')
  expect(await storage.open('../files/s/1.jpg', query)).toBe('signature_invalid')
  const content = (async function* () {
    yield* await Promise.resolve(upload.content)
  })()
  expect(await storage.receive(key, query, { ...upload, content })).toBe('signature_invalid')
})
