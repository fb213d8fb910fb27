import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { tables } from '#backend/providers/database/database-port.ts'
import { DatabaseNotEmptyError, type Dumps, type LoadDump } from './dump-port.ts'

/** Copies of the folder of an embedded database, by its one owner. Held in memory while they are made. */
export function createPgliteDumps(client: PGlite): Dumps {
  const db = drizzle({ client, schema: tables })
  return {
    async dump(ask, write) {
      // PGlite has one connection, so nothing is written during the transaction: the folder holds the rows that `ask` saw.
      const folder = await db.transaction(async (tx) => {
        await ask(tx)
        return client.dumpDataDir('none')
      })
      await write(Readable.from(folder.stream()).pipe(createGzip()))
    },
  }
}

/** Loads a copy into the folder of an embedded database, which must not be there or be empty. */
export function loadIntoFolder(folder: string): LoadDump {
  return async (copy) => {
    const found = await readdir(folder).catch(() => [])
    if (found.length > 0) throw new DatabaseNotEmptyError(`${folder} holds a database`)
    await mkdir(dirname(folder), { recursive: true })
    const making = `${folder}.restoring`
    await rm(making, { recursive: true, force: true })
    const unpacked = createGunzip()
    const [archive] = await Promise.all([buffer(unpacked), pipeline(Readable.from(copy), unpacked)])
    const client = await PGlite.create({
      dataDir: making,
      loadDataDir: new Blob([archive], { type: 'application/x-tar' }),
    })
    await client.close()
    await rm(folder, { recursive: true, force: true })
    await rename(making, folder)
  }
}
