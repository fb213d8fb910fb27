import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { FIRST_BUNDLE_CREDITS } from '#contract/credits.ts'
import type { StyleId } from '#contract/styles.ts'
import { grantCredits } from '#backend/features/credits/credits-service.ts'
import { createPgliteDatabase } from '#backend/providers/database/pglite.ts'
import type { Database } from '#backend/providers/database/database-port.ts'
import { createClient, type Client } from '#lib/api/client.ts'
import { digestFiles, filesUnder } from '#scripts/start/digest.ts'
import { root } from '#scripts/start/root.ts'
import { eventually, startBackend } from '#tests/api/support/backend.ts'
import { idToken } from '#tests/api/support/identity.ts'
import { addHeadshots } from '#tests/support/many-headshots.ts'
import { prepareDataDir } from '#tests/support/prepared-database.ts'
import { developed, sendSelfies } from '#tests/support/ready-person.ts'
import { drawSelfies, goodSelfies } from '#tests/support/selfies.ts'
import { CROWD, KINDS, offerPerson, type Kind } from './claims.ts'
import { addCopy, takeSnapshot, type Copy } from './snapshot.ts'

/** One for each journey that claims one, and some spare; a journey that finds none makes its own. */
const COUNTS: Readonly<Record<Kind, number>> = { checked: 6, finished: 4, crowded: 1 }
/** The snapshot that each kind is copied from. */
const MADE_OF = { checked: 'checked', finished: 'finished', crowded: 'finished' } as const
const STYLE: StyleId = 'studio-grey'
const SAMPLES_TIMEOUT_MS = 120_000

const grantTo = (uid: string) => ({
  uid,
  amount: FIRST_BUNDLE_CREDITS,
  reason: 'granted' as const,
  key: 'people',
})

const cache = join(root, 'node_modules/.cache/people')
const MAKING = 'making-'

/** The cache folder, named after the code that could change a seeded person. */
function keptIn(): string {
  const folders = ['backend', 'contract', 'studio', 'tests/cast', 'tests/support/seeded-users']
  const files = ['pnpm-lock.yaml', 'tests/support/ready-person.ts', 'tests/support/selfies.ts']
  return join(cache, digestFiles([...files, ...folders.flatMap(filesUnder)]).slice(0, 16))
}

/**
 * Makes the database of a product that has not started yet, with people whose selfies are checked, and people who have a
 * bundle: one is made as by a customer and kept in the package cache, the others are copies.
 */
export async function fillDataDir(dataDir: string): Promise<void> {
  const kept = await keepPerson()
  await prepareDataDir(dataDir)
  const near = join(dataDir, 'people')
  await cp(kept, near, { recursive: true })
  await withDatabase(dataDir, async (database) => {
    for (const kind of KINDS)
      for (let added = 0; added < COUNTS[kind]; added++)
        offerPerson(dataDir, kind, await addPerson(database, dataDir, { near, kind }))
  })
}

async function addPerson(
  database: Database,
  dataDir: string,
  { near, kind }: { near: string; kind: Kind },
): Promise<Copy> {
  const copy = await addCopy(database, dataDir, join(near, MADE_OF[kind]))
  if (kind === 'crowded' && copy.bundleId !== null)
    await addHeadshots(database, dataDir, { bundleId: copy.bundleId, wanted: CROWD })
  return copy
}

/** Where one person is kept in two snapshots, by their kinds; made first where there is none. */
export async function keepPerson(): Promise<string> {
  const kept = keptIn()
  if (existsSync(kept)) return kept
  await makePerson(kept)
  for (const name of await readdir(cache)) {
    const isOutdated = name !== basename(kept) && !name.startsWith(MAKING)
    if (isOutdated) await rm(join(cache, name), { recursive: true, force: true })
  }
  return kept
}

/** Makes Mara through the backend's own API, for credits: no payment provider runs beside it. */
async function makePerson(folder: string): Promise<void> {
  await mkdir(cache, { recursive: true })
  const making = await mkdtemp(join(cache, MAKING))
  const dataDir = await mkdtemp(join(tmpdir(), 'people-'))
  const uid = randomUUID()
  try {
    await Promise.all([drawSelfies(join(dataDir, 'selfies')), prepareDataDir(dataDir)])
    const personId = await withBackend(dataDir, uid, async (client) => {
      const id = await sendSelfies(client, goodSelfies(join(dataDir, 'selfies')))
      const offers = () => client.call('getPossibleBundles', { query: { personid: id } })
      await eventually(offers, ({ areSamplesComing }) => !areSamplesComing, SAMPLES_TIMEOUT_MS)
      return id
    })
    const keep = (kind: (typeof MADE_OF)[Kind]) =>
      withDatabase(dataDir, (database) => takeSnapshot(database, dataDir, join(making, kind)))
    await keep('checked')
    await withDatabase(dataDir, (database) => database.transaction((tx) => grantCredits(tx, grantTo(uid))))
    await withBackend(dataDir, uid, async (client) => {
      await client.call('useReferralCredits', { body: { personid: personId, styleId: STYLE } })
      await developed({ client, personId }, STYLE)
    })
    await keep('finished')
    // Another process may have been first.
    await rename(making, folder).catch(() => undefined)
  } finally {
    await Promise.all([making, dataDir].map((each) => rm(each, { recursive: true, force: true })))
  }
}

async function withBackend<T>(
  dataDir: string,
  uid: string,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const backend = await startBackend({ DATA_DIR: dataDir })
  try {
    const baseUrl = await backend.app.listen({ host: '127.0.0.1', port: 0 })
    const getToken = () => Promise.resolve(idToken(uid))
    return await work(createClient({ baseUrl, getToken, timeoutMs: 60_000 }))
  } finally {
    await backend.close()
  }
}

async function withDatabase<T>(dataDir: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await createPgliteDatabase({ folder: join(dataDir, 'database') })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}
