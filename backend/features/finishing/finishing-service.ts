import { randomUUID } from 'node:crypto'
import { and, eq, inArray } from 'drizzle-orm'
import { ProductError } from '#contract/errors.ts'
import {
  ExportPreset,
  HeadshotFormat,
  UpscaleFormat,
  type BundleArchive,
  type HeadshotFile,
  type HeadshotFraming,
} from '#contract/headshot-files.ts'
import { enqueueJob } from '#backend/jobs/catalogue.ts'
import { downloadNameOf, galleryOf } from '#backend/features/bundles/bundles-service.ts'
import { enqueueDeletion } from '#backend/features/files/files-service.ts'
import { tables, type Database, type Queries } from '#backend/providers/database/database-port.ts'
import type { Queue } from '#backend/providers/queue/queue-port.ts'
import type { Storage } from '#backend/providers/storage/storage-port.ts'
import { madeFileLifecycle } from './finishing-lifecycle.ts'
import {
  contentsOf,
  fileNameOf,
  findFile,
  findSource,
  isUpscale,
  mediaTypeOf,
  selfieKeyOf,
  type ArchiveRow,
  type FileRow,
  type Source,
} from './finishing-records.ts'

const { archives, bundles, headshotFiles, headshots, persons, users } = tables

type OwnBundle = Pick<Source, 'bundle' | 'personName'>

/** Asking for formats, enlargements and ZIPs, and where they are loaded from; `createFinishingWork` makes them. */
export function createHeadshotFiles(deps: { database: Database; queue: Queue; storage: Storage }) {
  const { database, queue, storage } = deps

  const requireSource = async (uid: string, userImageKey: string): Promise<Source> => {
    const source = await findSource(database.queries, userImageKey, uid)
    // A frozen bundle is not shown.
    if (!source || source.bundle.frozenAt !== null) throw new ProductError('headshot_not_found')
    return source
  }

  /** The headshot's position in the gallery, from 1: files are numbered by it. */
  const rankOf = async ({ headshot, bundle }: Source): Promise<number> => {
    const gallery = await galleryOf(database.queries, bundle.id)
    return gallery.findIndex(({ userImageKey }) => userImageKey === headshot.userImageKey) + 1
  }

  const show = async (
    source: Source,
    format: HeadshotFormat,
    row: ShownFile,
    rank?: Promise<number>,
  ): Promise<HeadshotFile> => {
    const { userImageKey } = source.headshot
    const { state, progress, fileKey, sizeBytes, widthPx, heightPx, sha256 } = row
    const shown = { userImageKey, format, state, progress }
    const isHere = fileKey !== null && sizeBytes !== null && widthPx !== null && heightPx !== null
    if (!isHere || sha256 === null) return { ...shown, file: null }
    const fileName = fileNameOf(source, await (rank ?? rankOf(source)), format)
    const mediaType = mediaTypeOf(format)
    const url = await storage.signUrl(fileKey, { mediaType, downloadName: fileName })
    return { ...shown, file: { url, fileName, mediaType, sizeBytes, widthPx, heightPx, sha256 } }
  }

  const showArchive = async (
    { bundle, personName }: OwnBundle,
    { preset, state, madeCount, totalCount, fileKey, sizeBytes }: ArchiveRow,
  ): Promise<BundleArchive> => {
    const shown = { bundleId: bundle.id, preset, state, madeCount, totalCount }
    if (fileKey === null || sizeBytes === null) return { ...shown, file: null }
    const fileName = archiveName(personName, bundle, preset)
    const url = await storage.signUrl(fileKey, { mediaType: 'application/zip', downloadName: fileName })
    return { ...shown, file: { url, fileName, sizeBytes } }
  }

  const requireBundle = async (uid: string, bundleId: string): Promise<OwnBundle> => {
    const [found] = await database.queries
      .select({ bundle: bundles, personName: persons.name })
      .from(bundles)
      .innerJoin(persons, eq(persons.id, bundles.personId))
      .where(and(eq(bundles.id, bundleId), eq(persons.uid, uid)))
    if (!found || found.bundle.frozenAt !== null) throw new ProductError('bundle_not_found')
    return found
  }

  return {
    /**
     * Requests a headshot in a format, unless it exists or is being made; a failed one is tried again.
     * @throws ProductError headshot_not_found, upscale_busy while another picture of the user's is enlarged
     */
    async request(uid: string, userImageKey: string, format: HeadshotFormat): Promise<HeadshotFile> {
      const source = await requireSource(uid, userImageKey)
      if (format === 'original') return show(source, format, asOriginal(source))
      const row = await database.transaction(async (tx) => {
        if (isUpscale(format)) await assertNoOtherUpscale(tx, uid, userImageKey, format)
        return wantFile(tx, queue, userImageKey, format)
      })
      if (!row) throw new ProductError('headshot_not_found')
      return show(source, format, row)
    },

    /** @throws ProductError headshot_not_found, file_not_found when it was never requested */
    async get(uid: string, userImageKey: string, format: HeadshotFormat): Promise<HeadshotFile> {
      const source = await requireSource(uid, userImageKey)
      if (format === 'original') return show(source, format, asOriginal(source))
      const row = await findFile(database.queries, userImageKey, format)
      if (!row) throw new ProductError('file_not_found')
      return show(source, format, row)
    },

    /**
     * The original, then the requested files, in the order of the formats. @throws ProductError headshot_not_found
     */
    async list(uid: string, userImageKey: string): Promise<HeadshotFile[]> {
      const source = await requireSource(uid, userImageKey)
      const rows = await database.queries
        .select()
        .from(headshotFiles)
        .where(eq(headshotFiles.userImageKey, userImageKey))
      const asked = HeadshotFormat.options.flatMap((format) => rows.filter((row) => row.format === format))
      const rank = rankOf(source)
      return Promise.all([
        show(source, 'original', asOriginal(source), rank),
        ...asked.map((row) => show(source, row.format, row, rank)),
      ])
    },

    /** In the order of the formats. @throws ProductError bundle_not_found */
    async listArchives(uid: string, bundleId: string): Promise<BundleArchive[]> {
      const own = await requireBundle(uid, bundleId)
      const rows = await database.queries.select().from(archives).where(eq(archives.bundleId, bundleId))
      const asked = ExportPreset.options.flatMap((preset) => rows.filter((row) => row.preset === preset))
      return Promise.all(asked.map((row) => showArchive(own, row)))
    },

    /**
     * How formats cut a headshot, and its selfie beside it. Measured on the first request.
     * @throws ProductError headshot_not_found
     */
    async framing(uid: string, userImageKey: string): Promise<HeadshotFraming> {
      const source = await requireSource(uid, userImageKey)
      const { framing } = source.headshot
      if (!framing) {
        await database.transaction((tx) => enqueueJob(queue, tx, 'frame-headshot', { userImageKey }))
        return { userImageKey, isMeasured: false, cuts: [], before: null }
      }
      const selfieKey = framing.before && (await selfieKeyOf(database.queries, source))
      const url = selfieKey && (await storage.signUrl(selfieKey, { mediaType: 'image/jpeg' }))
      const before = framing.before && url ? { ...framing.before, url } : null
      return { userImageKey, isMeasured: true, cuts: framing.cuts, before }
    },

    /**
     * Requests one ZIP of all headshots of a bundle, unless there is one of its current state.
     * @throws ProductError bundle_not_found, bundle_not_ready
     */
    async requestArchive(uid: string, bundleId: string, preset: ExportPreset): Promise<BundleArchive> {
      const own = await requireBundle(uid, bundleId)
      if (own.bundle.state !== 'ready') throw new ProductError('bundle_not_ready')
      const row = await database.transaction((tx) => wantArchive(tx, queue, own, preset))
      return showArchive(own, row)
    },

    /** @throws ProductError bundle_not_found, file_not_found when it was not requested within a day */
    async getArchive(uid: string, bundleId: string, preset: ExportPreset): Promise<BundleArchive> {
      const own = await requireBundle(uid, bundleId)
      const [row] = await database.queries
        .select()
        .from(archives)
        .where(and(eq(archives.bundleId, bundleId), eq(archives.preset, preset)))
      if (!row) throw new ProductError('file_not_found')
      return showArchive(own, row)
    },
  }
}

type ShownFile = Pick<
  FileRow,
  'state' | 'progress' | 'fileKey' | 'sizeBytes' | 'widthPx' | 'heightPx' | 'sha256'
>

/** The headshot's own file, unchanged. */
function asOriginal({ headshot }: Source): ShownFile {
  const { imageKey: fileKey, sizeBytes, width: widthPx, height: heightPx, sha256 } = headshot
  return { state: 'ready', progress: 100, fileKey, sizeBytes, widthPx, heightPx, sha256 }
}

/** `anna-studio-grey-linkedin-400.zip` */
function archiveName(personName: string, bundle: OwnBundle['bundle'], preset: ExportPreset): string {
  return downloadNameOf(personName, bundle.styleId, 1).replace(/-01\.jpg$/, `-${preset}.zip`)
}

/** The row of a format, with its job where one is needed; undefined when the headshot is gone. */
async function wantFile(
  tx: Queries,
  queue: Queue,
  userImageKey: string,
  format: HeadshotFormat,
): Promise<FileRow | undefined> {
  const [kept] = await tx
    .select({ key: headshots.userImageKey })
    .from(headshots)
    .where(eq(headshots.userImageKey, userImageKey))
    .for('key share')
  if (!kept) return undefined
  const fresh = { state: 'making' as const, progress: 0, wantedAt: new Date() }
  await tx
    .insert(headshotFiles)
    .values({ id: randomUUID(), userImageKey, format, ...fresh })
    .onConflictDoNothing({ target: [headshotFiles.userImageKey, headshotFiles.format] })
  const [row] = await tx
    .select()
    .from(headshotFiles)
    .where(and(eq(headshotFiles.userImageKey, userImageKey), eq(headshotFiles.format, format)))
    .for('update')
  if (!row || row.state === 'ready') return row
  const state = madeFileLifecycle.next(row.state, 'wanted')
  const wanted = row.state === 'failed' ? { ...fresh, state } : { state }
  await tx.update(headshotFiles).set(wanted).where(eq(headshotFiles.id, row.id))
  await enqueueJob(queue, tx, isUpscale(format) ? 'upscale-headshot' : 'export-headshot', { fileId: row.id })
  return { ...row, ...wanted }
}

/** Two requests at once take turns at the user's row. @throws ProductError upscale_busy */
async function assertNoOtherUpscale(
  tx: Queries,
  uid: string,
  userImageKey: string,
  format: UpscaleFormat,
): Promise<void> {
  await tx.select({ uid: users.uid }).from(users).where(eq(users.uid, uid)).for('update')
  const open = await tx
    .select({ userImageKey: headshotFiles.userImageKey, format: headshotFiles.format })
    .from(headshotFiles)
    .innerJoin(headshots, eq(headshots.userImageKey, headshotFiles.userImageKey))
    .innerJoin(bundles, eq(bundles.id, headshots.bundleId))
    .innerJoin(persons, eq(persons.id, bundles.personId))
    .where(
      and(
        eq(persons.uid, uid),
        eq(headshotFiles.state, 'making'),
        inArray(headshotFiles.format, UpscaleFormat.options),
      ),
    )
  const isOther = open.some((row) => row.userImageKey !== userImageKey || row.format !== format)
  if (isOther) throw new ProductError('upscale_busy')
}

async function wantArchive(
  tx: Queries,
  queue: Queue,
  own: OwnBundle,
  preset: ExportPreset,
): Promise<ArchiveRow> {
  const { bundle, personName } = own
  const contents = await contentsOf(tx, bundle, personName, preset)
  const fresh = {
    state: 'making' as const,
    contents: contents.hash,
    madeCount: 0,
    wantedAt: new Date(),
    totalCount: contents.headshots.length,
    fileKey: null,
    sizeBytes: null,
  }
  await tx
    .insert(archives)
    .values({ id: randomUUID(), bundleId: bundle.id, preset, ...fresh })
    .onConflictDoNothing({ target: [archives.bundleId, archives.preset] })
  const [row] = await tx
    .select()
    .from(archives)
    .where(and(eq(archives.bundleId, bundle.id), eq(archives.preset, preset)))
    .for('update')
  if (!row) throw new Error('the database returned no archive')
  const isCurrent = row.contents === contents.hash
  if (row.state === 'ready' && isCurrent) return row
  const state = madeFileLifecycle.next(row.state, 'wanted')
  const isUnderWay = row.state === 'making' && isCurrent
  const wanted = isUnderWay ? { state } : { ...fresh, state }
  await tx.update(archives).set(wanted).where(eq(archives.id, row.id))
  if (!isUnderWay) await enqueueDeletion(queue, tx, { keys: row.fileKey === null ? [] : [row.fileKey] })
  await enqueueJob(queue, tx, 'make-archive', { archiveId: row.id })
  return { ...row, ...wanted }
}
