import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { expect } from 'expect'
import { backupFeature } from '#backend/features/backup/backup-feature.ts'
import {
  NoBackupError,
  lastBackupAt,
  makeBackup,
  restoreBackup,
} from '#backend/features/backup/backup-service.ts'
import type { WorkDeps } from '#backend/features/feature.ts'
import { SealBrokenError, beganAt, type BackupTarget } from '#backend/providers/backup/backup-port.ts'
import { createBackupFolder } from '#backend/providers/backup/folder.ts'
import { createPgliteDatabase, type PgliteDatabase } from '#backend/providers/database/pglite.ts'
import { DatabaseNotEmptyError, type Dumps } from '#backend/providers/dump/dump-port.ts'
import { createPgliteDumps, loadIntoFolder } from '#backend/providers/dump/pglite.ts'
import { tables } from '#backend/providers/database/database-port.ts'
import { createFileStorage } from '#backend/providers/storage/files.ts'
import { openPglite } from '#tests/ports/support/databases.ts'
import { createTestBackend, jpegFile, signal, type World } from '../support/test-backend.ts'

const KEEP_DAYS = 30
const DAY_MS = 24 * 3_600_000

let world: World
let dumps: Dumps
let home: string
before(async () => {
  world = await createTestBackend(openPglite)
  const { connection } = world
  if (connection.kind !== 'pglite') throw new Error('not PGlite')
  dumps = {
    dump: (ask, write) => createPgliteDumps((world.database as PgliteDatabase).client).dump(ask, write),
  }
})
after(() => world.close())
let target: BackupTarget
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'backup-'))
  target = createBackupFolder({ folder: join(home, 'target'), key: randomBytes(32) })
})
afterEach(() => rm(home, { recursive: true }))

const deps = () => ({ database: world.database, dumps, storage: world.storage, target, keepDays: KEEP_DAYS })

const storageIn = (folder: string) =>
  createFileStorage({ folder, secrets: ['s'], publicUrl: 'http://files.example', isSoleWriter: true })

/** Restores into a database and files of their own. */
async function restored(name?: string) {
  const database = join(home, `database-${name ?? 'last'}`)
  const storage = await storageIn(join(home, `storage-${name ?? 'last'}`))
  const summary = await restoreBackup({ storage, target, loadDump: loadIntoFolder(database) }, name)
  const opened = await createPgliteDatabase({ folder: database })
  return { summary, storage, database: opened, close: () => opened.close() }
}

const headshotsIn = (database: World['database']) =>
  database.queries.select().from(tables.headshots).orderBy(tables.headshots.imageKey)

describe('a back-up', () => {
  test('taken while a bundle goes and another comes has the rows of one moment, and tells which files went', async () => {
    const going = await world.personWithHeadshots()
    const staying = await world.personWithHeadshots()
    const goingKeys = await world.filesUnder(`persons/${going.id}/`)
    const atTheMoment = await headshotsIn(world.database)
    const meanwhile = async () => {
      await world.personDeletions.remove(going.uid, going.id)
      expect(await world.filesUnder(`persons/${going.id}/`)).toEqual([])
      await world.personWithHeadshots()
    }
    const summary = await makeBackup(
      {
        ...deps(),
        dumps: {
          dump: (ask, write) =>
            dumps.dump(ask, async (copy) => {
              await write(copy)
              await meanwhile()
            }),
        },
      },
      signal,
    )
    expect(summary).toMatchObject({ deletedMeanwhile: goingKeys, lost: [] })

    const copy = await restored()
    expect(await headshotsIn(copy.database)).toEqual(atTheMoment)
    for (const key of await world.keysUnder(`persons/${staying.id}/`)) {
      expect(await copy.storage.get(key)).toEqual(await world.storage.get(key))
    }
    await copy.close()
  })

  test('copies a file once for all', async () => {
    const first = await makeBackup(deps(), signal)
    const { id } = await world.personWithSelfies()
    const added = (await world.filesUnder(`persons/${id}/`)).length
    const second = await makeBackup(deps(), signal)
    expect(first.copied).toBe(first.files)
    expect(second).toMatchObject({ copied: added, files: first.files + added })
  })

  test('tells of a file that rows name and storage does not have', async () => {
    const person = await world.personWithSelfies()
    const [key = ''] = await world.keysUnder(`persons/${person.id}/`)
    await world.storage.delete([key])
    expect(await makeBackup(deps(), signal)).toMatchObject({ deletedMeanwhile: [], lost: [key] })
    await world.storage.put(key, jpegFile(), 1000)
  })

  test('is on record with the time it began', async () => {
    const { name } = await makeBackup(deps(), signal)
    expect(await lastBackupAt(world)).toEqual(beganAt(name))
  })

  test('that fails is none: the one before stays the last', async () => {
    const { name } = await makeBackup(deps(), signal)
    const full = new Error('no space left')
    const failing = { ...target, writeFile: () => Promise.reject(full) }
    await world.personWithSelfies()
    await expect(makeBackup({ ...deps(), target: failing }, signal)).rejects.toThrow(full)
    expect(await target.list()).toEqual([name])
    expect(await lastBackupAt(world)).toEqual(beganAt(name))
  })

  test('goes after its days, and with it files that only it needs', async () => {
    const person = await world.personWithSelfies()
    const [key = ''] = await world.keysUnder(`persons/${person.id}/`)
    await makeBackup(deps(), signal)
    await world.personDeletions.remove(person.uid, person.id)
    await world.filesUnder(`persons/${person.id}/`)
    const inDays = (days: number) => () => new Date(Date.now() + days * DAY_MS)
    await makeBackup({ ...deps(), now: inDays(KEEP_DAYS - 1) }, signal)
    expect(await Readable.from((await target.readFile(key)) ?? []).toArray()).not.toEqual([])
    const last = await makeBackup({ ...deps(), now: inDays(2 * KEEP_DAYS) }, signal)
    expect(await target.list()).toEqual([last.name])
    expect(await target.readFile(key)).toBeUndefined()
  })
})

describe('the job of the night', () => {
  const log = { debug: () => undefined, info: () => undefined, error: () => undefined }
  const workDeps = { log } as unknown as WorkDeps // The job asks for nothing else of a worker.

  test('makes a back-up where the settings name a folder', async () => {
    const backup = { dumps, target, keepDays: KEEP_DAYS }
    const feature = backupFeature({ ...world.ports, backup })
    expect(feature.schedule).toHaveProperty('make-backup')
    await feature.work(workDeps).jobs['make-backup'].run({}, signal)
    expect(await target.list()).toHaveLength(1)
  })

  test('is none where they do not', () => {
    expect(backupFeature(world.ports).schedule).toEqual({})
  })
})

describe('a restore', () => {
  test('of one by its name leaves a database that is there alone', async () => {
    const first = await makeBackup(deps(), signal)
    await makeBackup(deps(), signal)
    const copy = await restored(first.name)
    expect(copy.summary).toEqual(first)
    await copy.close()
    await expect(restored(first.name)).rejects.toThrow(DatabaseNotEmptyError)
  })

  test('that was cut short goes on from its start', async () => {
    const { files } = await makeBackup(deps(), signal)
    const storage = await storageIn(join(home, 'storage-last'))
    const cut = { storage, target, loadDump: () => Promise.reject(new Error('killed')) }
    await expect(restoreBackup(cut)).rejects.toThrow('killed')
    const copy = await restored()
    expect(copy.summary.files).toBe(files)
    await copy.close()
  })

  test('of a back-up that is not there says which are', async () => {
    await expect(restored()).rejects.toThrow(NoBackupError)
    const { name } = await makeBackup(deps(), signal)
    await expect(restored('2020-01-01T00-00-00-000Z')).rejects.toThrow(name)
  })

  test('with another key puts nothing anywhere', async () => {
    await makeBackup(deps(), signal)
    target = createBackupFolder({ folder: join(home, 'target'), key: randomBytes(32) })
    await expect(restored()).rejects.toThrow(SealBrokenError)
  })
})
