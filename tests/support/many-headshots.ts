import { and, eq } from 'drizzle-orm'
import { randomBytes } from 'node:crypto'
import { linkSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { tables, type Database } from '#backend/providers/database/database-port.ts'

const { bundles, headshots } = tables

/** Beyond those of the plan. */
const FIRST_SHOT = 1_000

const BATCH = 20

/** Copies the headshots of a bundle, with their files, up to the given number. The backend must not run. */
export async function addHeadshots(
  { queries }: Database,
  dataDir: string,
  { bundleId, wanted }: { bundleId: string; wanted: number },
): Promise<void> {
  const isOfBundle = and(eq(headshots.bundleId, bundleId), eq(headshots.passed, true))
  const there = await queries.select().from(headshots).where(isOfBundle)
  const fileOf = (key: string) => join(dataDir, 'storage/files', key)
  const copyFile = (key: string) => {
    const copy = join(dirname(key), `${randomBytes(16).toString('base64url')}${extname(key)}`)
    linkSync(fileOf(key), fileOf(copy))
    return copy
  }
  const rows = Array.from({ length: wanted - there.length }, (_, index) => {
    const source = there[index % there.length]
    if (!source) throw new Error('there is no headshot to copy')
    return {
      ...source,
      userImageKey: randomBytes(16).toString('base64url'),
      shotIndex: FIRST_SHOT + index,
      imageKey: copyFile(source.imageKey),
      thumbnailKey: copyFile(source.thumbnailKey),
      sha256: randomBytes(32).toString('hex'),
      isFavourite: false,
    }
  })
  // PGlite has no memory for thousands of values in one statement.
  for (let done = 0; done < rows.length; done += BATCH)
    await queries.insert(headshots).values(rows.slice(done, done + BATCH))
  await queries
    .update(bundles)
    .set({ generatedCount: wanted, totalCount: wanted })
    .where(eq(bundles.id, bundleId))
}
