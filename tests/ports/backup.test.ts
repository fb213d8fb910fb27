import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, test } from 'node:test'
import { expect } from 'expect'
import { SealBrokenError, backupName, beganAt } from '#backend/providers/backup/backup-port.ts'
import { createBackupFolder } from '#backend/providers/backup/folder.ts'

const DAY_MS = 24 * 3_600_000
const KEY = randomBytes(32)
const MONDAY = new Date('2026-03-02T03:17:00.120Z')
const TUESDAY = new Date(MONDAY.getTime() + DAY_MS)
const WEDNESDAY = new Date(TUESDAY.getTime() + DAY_MS)
const SELFIE = 'persons/6f1c/selfies/1-aa.jpg'

async function* bytesOf(text: string) {
  yield await Promise.resolve(Buffer.from(text))
}
async function textOf(chunks: AsyncIterable<Uint8Array> | undefined) {
  if (!chunks) return undefined
  const all: Uint8Array[] = []
  for await (const chunk of chunks) all.push(chunk)
  return Buffer.concat(all).toString()
}
async function* broken() {
  yield await Promise.resolve(Buffer.from('half'))
  throw new Error('the disk went away')
}

describe('a folder of back-ups', () => {
  let home: string
  let folder: string
  let count = 0
  before(async () => (home = await mkdtemp(join(tmpdir(), 'backups-'))))
  beforeEach(() => (folder = join(home, String(count++))))
  after(() => rm(home, { recursive: true }))
  const open = (key = KEY) => createBackupFolder({ folder, key })
  const make = async (startedAt: Date, keys: readonly string[]) => {
    const target = open()
    const name = backupName(startedAt)
    for (const key of keys) {
      if (!(await target.hasFile(key, startedAt)))
        await target.writeFile(key, startedAt, bytesOf(`of ${key}`))
    }
    await target.write(name, 'summary', bytesOf('whole'))
    return name
  }

  test('a name says when its back-up began', () => {
    expect(beganAt(backupName(MONDAY))).toEqual(MONDAY)
    expect(backupName(MONDAY) < backupName(TUESDAY)).toBe(true)
  })

  test('a back-up is listed once its summary is there, the oldest first', async () => {
    expect(await open().list()).toEqual([])
    await make(TUESDAY, [])
    await make(MONDAY, [])
    await open().write(backupName(WEDNESDAY), 'database', bytesOf('rows'))
    expect(await open().list()).toEqual([MONDAY, TUESDAY].map(backupName))
  })

  test('nothing in it can be read without the key, names neither', async () => {
    await make(MONDAY, [SELFIE])
    const paths = await readdir(folder, { recursive: true, withFileTypes: true })
    for (const path of paths.filter((entry) => entry.isFile())) {
      const bytes = await readFile(join(path.parentPath, path.name))
      expect(bytes.includes('persons')).toBe(false)
      expect(join(path.parentPath, path.name)).not.toContain('persons')
    }
    const stranger = open(randomBytes(32))
    expect(await stranger.readFile(SELFIE)).toBeUndefined()
    await expect(textOf(stranger.read(backupName(MONDAY), 'summary'))).rejects.toThrow(SealBrokenError)
  })

  test('what breaks off is not there, and leaves nothing', async () => {
    await expect(open().writeFile(SELFIE, MONDAY, broken())).rejects.toThrow('the disk went away')
    expect(await open().hasFile(SELFIE, MONDAY)).toBe(false)
    expect(await readdir(join(folder, 'unfinished'))).toEqual([])
  })

  test('what lies beside the back-ups is left alone', async () => {
    await make(MONDAY, [])
    await mkdir(join(folder, 'backups', 'lost+found'))
    await open().prune(WEDNESDAY)
    expect(await readdir(join(folder, 'backups'))).toEqual(['lost+found'])
  })

  test('old back-ups go, and the files that no other one needs', async () => {
    await make(MONDAY, ['kept', 'dropped'])
    await make(TUESDAY, ['kept', 'tuesday'])
    await make(WEDNESDAY, ['wednesday'])
    await open().prune(TUESDAY)
    expect(await open().list()).toEqual([TUESDAY, WEDNESDAY].map(backupName))
    expect(await textOf(await open().readFile('kept'))).toBe('of kept')
    expect(await textOf(await open().readFile('tuesday'))).toBe('of tuesday')
    expect(await open().readFile('dropped')).toBeUndefined()
    await open().prune(WEDNESDAY)
    expect(await open().readFile('kept')).toBeUndefined()
    expect(await textOf(await open().readFile('wednesday'))).toBe('of wednesday')
  })
})
