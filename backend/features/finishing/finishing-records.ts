import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { UpscaleFormat, type ExportPreset, type HeadshotFormat } from '#contract/headshot-files.ts'
import { downloadNameOf, galleryOf } from '#backend/features/bundles/bundles-service.ts'
import { tables, type Queries } from '#backend/providers/database/database-port.ts'

const { bundles, headshotFiles, headshots, persons, selfies } = tables

export type FileRow = typeof headshotFiles.$inferSelect
export type ArchiveRow = typeof tables.archives.$inferSelect
type BundleRow = typeof bundles.$inferSelect

/** A headshot with the names its files are called by. */
export interface Source {
  headshot: typeof headshots.$inferSelect
  bundle: BundleRow
  personName: string
}

/** A headshot with its bundle and person; only if it belongs to `uid`, where one is given. */
export async function findSource(
  queries: Queries,
  userImageKey: string,
  uid?: string,
): Promise<Source | undefined> {
  const [found] = await queries
    .select({ headshot: headshots, bundle: bundles, personName: persons.name })
    .from(headshots)
    .innerJoin(bundles, eq(bundles.id, headshots.bundleId))
    .innerJoin(persons, eq(persons.id, bundles.personId))
    .where(
      and(eq(headshots.userImageKey, userImageKey), uid === undefined ? undefined : eq(persons.uid, uid)),
    )
  return found
}

/** The file of the selfie a headshot was made from; undefined where the engine named none, or it is deleted. */
export async function selfieKeyOf(
  queries: Queries,
  { headshot, bundle }: Pick<Source, 'headshot' | 'bundle'>,
): Promise<string | undefined> {
  // One that was left out since is kept all the same.
  const good = await queries
    .select({ id: selfies.id, imageKey: selfies.imageKey })
    .from(selfies)
    .where(and(eq(selfies.personId, bundle.personId), eq(selfies.state, 'accepted')))
  return good.find(({ id }) => id === headshot.sourceKey)?.imageKey ?? undefined
}

export async function findFile(
  queries: Queries,
  userImageKey: string,
  format: HeadshotFormat,
): Promise<FileRow | undefined> {
  const [row] = await queries
    .select()
    .from(headshotFiles)
    .where(and(eq(headshotFiles.userImageKey, userImageKey), eq(headshotFiles.format, format)))
  return row
}

export function isUpscale(format: HeadshotFormat): format is UpscaleFormat {
  return UpscaleFormat.safeParse(format).success
}

export function mediaTypeOf(format: HeadshotFormat): 'image/jpeg' | 'application/pdf' {
  return format === 'print-sheet-a6' ? 'application/pdf' : 'image/jpeg'
}

/** The file name of the headshot's download with its format: `anna-studio-grey-01-linkedin-400.jpg`. */
export function fileNameOf(
  { bundle, personName }: Pick<Source, 'bundle' | 'personName'>,
  rank: number,
  format: HeadshotFormat,
): string {
  const name = downloadNameOf(personName, bundle.styleId, rank)
  const base = name.replace(/\.jpg$/, format === 'original' ? '' : `-${format}`)
  return `${base}.${mediaTypeOf(format) === 'application/pdf' ? 'pdf' : 'jpg'}`
}

/** The contents of a bundle's ZIP, in the gallery's order. */
export interface Contents {
  headshots: (typeof headshots.$inferSelect)[]
  /** The same while headshots, order and names stay the same. */
  hash: string
}

export async function contentsOf(
  queries: Queries,
  bundle: Pick<BundleRow, 'id'>,
  personName: string,
  preset: ExportPreset,
): Promise<Contents> {
  const held = (await galleryOf(queries, bundle.id)).filter(({ passed }) => passed)
  const said = JSON.stringify([preset, personName, ...held.map(({ userImageKey }) => userImageKey)])
  return { headshots: held, hash: createHash('sha256').update(said).digest('hex') }
}
