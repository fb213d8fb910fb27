import { randomUUID } from 'node:crypto'
import { and, eq, isNull, lt } from 'drizzle-orm'
import type { ExportPreset } from '#contract/headshot-files.ts'
import { enqueueJob } from '#backend/jobs/catalogue.ts'
import { finishedFolder, galleryOf } from '#backend/features/bundles/bundles-service.ts'
import { enqueueDeletion, newKey } from '#backend/features/files/files-service.ts'
import { recordGenerated, storeGenerated } from '#backend/features/provenance/provenance-service.ts'
import { reconcileRows, type Reconciliation } from '#backend/features/reconciliation.ts'
import { tables, type Database, type Queries } from '#backend/providers/database/database-port.ts'
import type { FinishedFile, Finishing } from '#backend/providers/finishing/finishing-port.ts'
import type { Queue } from '#backend/providers/queue/queue-port.ts'
import type { Signer } from '#backend/providers/signer/signer-port.ts'
import type { Storage, StorageKey } from '#backend/providers/storage/storage-port.ts'
import { zipOf, type ArchiveMember } from '#backend/features/archive.ts'
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

const { archives, bundles, headshotFiles, headshots, persons } = tables

const FILE_MAX_BYTES = 128 * 1024 * 1024
const ARCHIVE_MAX_BYTES = 2 * 1024 * 1024 * 1024
/** A file still in the making after this long has lost its job; after the second limit it is given up. */
const LOST_MS = 10 * 60_000
const GIVEN_UP_MS = 60 * 60_000
/** How long a ZIP is kept. */
export const ARCHIVE_KEPT_MS = 24 * 3_600_000
/** Steps in which an enlargement reports its progress. */
const PROGRESS_STEP = 10

/** Making formats, enlargements and ZIPs, in jobs. */
export function createFinishingWork(deps: {
  database: Database
  queue: Queue
  storage: Storage
  signer: Signer
  finishing: Finishing
}) {
  const { database, queue, storage, signer, finishing } = deps

  /** Writes a file's progress in steps; each write ends before the next starts. */
  const createProgress = (fileId: string) => {
    let told = 0
    let writing = Promise.resolve()
    return {
      report(fraction: number): void {
        const progress = Math.floor((fraction * 100) / PROGRESS_STEP) * PROGRESS_STEP
        if (progress <= told || progress >= 100) return
        told = progress
        const isMaking = and(eq(headshotFiles.id, fileId), eq(headshotFiles.state, 'making'))
        writing = writing.then(async () => {
          await database.queries.update(headshotFiles).set({ progress }).where(isMaking)
        })
        // The maker of the file awaits this promise; until then its rejection must not count as unhandled.
        writing.catch(() => undefined)
      },
      flush: (): Promise<void> => writing,
    }
  }

  const finish = async (row: FileRow, image: Uint8Array, signal: AbortSignal): Promise<FinishedFile> => {
    const { format } = row
    if (!isUpscale(format)) return finishing.exportPicture(image, format, { signal })
    const progress = createProgress(row.id)
    const made = await finishing.upscale(image, format, {
      signal,
      onProgress: (fraction) => progress.report(fraction),
    })
    await progress.flush()
    return made
  }

  /** Makes one file, unless it exists or its headshot is deleted. Files first, then the row. */
  const makeFile = async (row: FileRow, signal: AbortSignal): Promise<void> => {
    const source = await findSource(database.queries, row.userImageKey)
    if (row.state !== 'making' || !source) return
    const { imageKey } = source.headshot
    const image = await storage.get(imageKey)
    if (!image) throw new Error(`no file at ${imageKey}`)
    const made = await finish(row, image, signal)
    const mediaType = mediaTypeOf(row.format)
    const extension = mediaType === 'application/pdf' ? 'pdf' : 'jpg'
    const fileKey = newKey(finishedFolder(source.bundle), row.format, extension)
    const { sizeBytes, sha256 } = await storeGenerated(
      { storage, signer },
      fileKey,
      { bytes: made.bytes, mediaType, sha256: made.sha256, parent: image },
      FILE_MAX_BYTES,
    )
    await database.transaction(async (tx) => {
      const current = await lockFile(tx, row.id)
      // Its headshot is gone, or another worker was first.
      if (!current || !madeFileLifecycle.allows(current.state, 'made'))
        return enqueueDeletion(queue, tx, { keys: [fileKey] })
      const state = madeFileLifecycle.next(current.state, 'made')
      const { widthPx, heightPx } = made
      await tx
        .update(headshotFiles)
        .set({ state, progress: 100, fileKey, sizeBytes, widthPx, heightPx, sha256 })
        .where(eq(headshotFiles.id, row.id))
      await recordGenerated(tx, isUpscale(row.format) ? 'upscale' : 'export', sha256)
    })
  }

  const failFile = (fileId: string): Promise<void> =>
    database.transaction(async (tx) => {
      const row = await lockFile(tx, fileId)
      if (!row || !madeFileLifecycle.allows(row.state, 'failed')) return
      const state = madeFileLifecycle.next(row.state, 'failed')
      await tx.update(headshotFiles).set({ state }).where(eq(headshotFiles.id, fileId))
    })

  const failArchive = (archiveId: string): Promise<void> =>
    database.transaction(async (tx) => {
      const row = await lockArchive(tx, archiveId)
      if (!row || !madeFileLifecycle.allows(row.state, 'failed')) return
      const state = madeFileLifecycle.next(row.state, 'failed')
      await tx.update(archives).set({ state }).where(eq(archives.id, archiveId))
    })

  /** The key of a headshot in a format, made here unless it exists; undefined when the headshot is deleted. */
  const keyOf = async (
    headshot: Source['headshot'],
    preset: ExportPreset,
    signal: AbortSignal,
  ): Promise<StorageKey | undefined> => {
    if (preset === 'original') return headshot.imageKey
    const { userImageKey } = headshot
    const row = await wantFileHere(database, userImageKey, preset)
    if (row) await makeFile(row, signal)
    return (await findFile(database.queries, userImageKey, preset))?.fileKey ?? undefined
  }

  /** The file of a headshot's selfie; null once that is deleted. */
  const beforeOf = async (source: Source): Promise<Uint8Array | null> => {
    const key = await selfieKeyOf(database.queries, source)
    return (key === undefined ? undefined : await storage.get(key)) ?? null
  }

  return {
    giveUpFile: failFile,
    giveUpArchive: failArchive,

    /** Makes one format or enlargement. A repeat changes nothing. */
    async makeFile(fileId: string, signal: AbortSignal): Promise<void> {
      const [row] = await database.queries.select().from(headshotFiles).where(eq(headshotFiles.id, fileId))
      if (row) await makeFile(row, signal)
    },

    /** The first headshot of a finished gallery, made for mails; undefined where it is gone, or a bank holds its money. */
    async pictureForMail(bundleId: string, signal: AbortSignal): Promise<Uint8Array | undefined> {
      const isShown = and(eq(bundles.id, bundleId), eq(bundles.state, 'ready'), isNull(bundles.frozenAt))
      const [bundle] = await database.queries.select({ id: bundles.id }).from(bundles).where(isShown)
      const gallery = bundle ? await galleryOf(database.queries, bundle.id) : []
      const first = gallery.find(({ passed }) => passed)
      const key = first && (await keyOf(first, 'email-signature', signal))
      return key === undefined ? undefined : storage.get(key)
    },

    /** Measures how formats cut a headshot, unless it is measured already or the headshot is deleted. */
    async frame(userImageKey: string, signal: AbortSignal): Promise<void> {
      const source = await findSource(database.queries, userImageKey)
      if (!source || source.headshot.framing) return
      const image = await storage.get(source.headshot.imageKey)
      if (!image) throw new Error(`no file at ${source.headshot.imageKey}`)
      const framing = await finishing.frame(image, await beforeOf(source), { signal })
      await database.queries
        .update(headshots)
        .set({ framing })
        .where(eq(headshots.userImageKey, userImageKey))
    },

    /**
     * Makes one ZIP: first each headshot in the format, stored at once, so that a later run resumes; then the ZIP,
     * streamed file by file from storage to storage.
     */
    async makeArchive(archiveId: string, signal: AbortSignal): Promise<void> {
      const [found] = await database.queries
        .select({ archive: archives, bundle: bundles, personName: persons.name })
        .from(archives)
        .innerJoin(bundles, eq(bundles.id, archives.bundleId))
        .innerJoin(persons, eq(persons.id, bundles.personId))
        .where(eq(archives.id, archiveId))
      if (found?.archive.state !== 'making') return
      const { bundle, personName } = found
      const { preset } = found.archive
      const contents = await contentsOf(database.queries, bundle, personName, preset)
      const members: ArchiveMember[] = []
      for (const [index, headshot] of contents.headshots.entries()) {
        signal.throwIfAborted()
        const key = await keyOf(headshot, preset, signal)
        // The headshot was replaced meanwhile: the next run sees the new one.
        if (key === undefined) throw new Error(`headshot ${index} of archive ${archiveId} is gone`)
        members.push({
          name: fileNameOf({ bundle, personName }, index + 1, preset),
          source: key,
          madeAt: headshot.createdAt,
        })
        await database.queries
          .update(archives)
          .set({ madeCount: members.length, totalCount: contents.headshots.length })
          .where(and(eq(archives.id, archiveId), eq(archives.state, 'making')))
      }
      const fileKey = newKey(finishedFolder(bundle), `all-${preset}`, 'zip')
      const { sizeBytes } = await storage.put(fileKey, zipOf(storage, members, signal), ARCHIVE_MAX_BYTES)
      await database.transaction(async (tx) => {
        const current = await lockArchive(tx, archiveId)
        if (!current || !madeFileLifecycle.allows(current.state, 'made'))
          return enqueueDeletion(queue, tx, { keys: [fileKey] })
        const state = madeFileLifecycle.next(current.state, 'made')
        await tx
          .update(archives)
          .set({ state, contents: contents.hash, fileKey, sizeBytes })
          .where(eq(archives.id, archiveId))
      })
    },

    /** Enqueues files that lost their job, ends those that are hopeless, and drops ZIPs of the day before. */
    async reconcile(round: Reconciliation): Promise<void> {
      const before = (ms: number) => new Date(round.now.getTime() - ms)
      const isLost = and(eq(headshotFiles.state, 'making'), lt(headshotFiles.wantedAt, before(LOST_MS)))
      const files = { table: headshotFiles, at: headshotFiles.wantedAt, id: headshotFiles.id }
      await reconcileRows(
        database.queries,
        round,
        { name: 'headshot files', ...files, where: isLost },
        ({ id, at }) =>
          at < before(GIVEN_UP_MS) ? failFile(id) : database.transaction((tx) => enqueueLost(tx, queue, id)),
      )
      const isOld = lt(archives.wantedAt, before(LOST_MS))
      const zips = { name: 'archives', table: archives, at: archives.wantedAt, id: archives.id, where: isOld }
      await reconcileRows(database.queries, round, zips, ({ id, at }) =>
        database.transaction(async (tx) => {
          const row = await lockArchive(tx, id)
          if (!row) return
          if (at < before(ARCHIVE_KEPT_MS)) return dropArchive(tx, queue, row)
          if (row.state === 'making') await enqueueJob(queue, tx, 'make-archive', { archiveId: id })
        }),
      )
    },
  }
}

async function lockFile(tx: Queries, fileId: string): Promise<FileRow | undefined> {
  const [row] = await tx.select().from(headshotFiles).where(eq(headshotFiles.id, fileId)).for('update')
  return row
}

async function lockArchive(tx: Queries, archiveId: string): Promise<ArchiveRow | undefined> {
  const [row] = await tx.select().from(archives).where(eq(archives.id, archiveId)).for('update')
  return row
}

async function dropArchive(tx: Queries, queue: Queue, row: ArchiveRow): Promise<void> {
  await tx.delete(archives).where(eq(archives.id, row.id))
  await enqueueDeletion(queue, tx, { keys: row.fileKey === null ? [] : [row.fileKey] })
}

async function enqueueLost(tx: Queries, queue: Queue, fileId: string): Promise<void> {
  const row = await lockFile(tx, fileId)
  if (row?.state !== 'making') return
  await enqueueJob(queue, tx, isUpscale(row.format) ? 'upscale-headshot' : 'export-headshot', { fileId })
}

/** The row of a format that this job makes itself; undefined when the headshot is gone. */
function wantFileHere(
  database: Database,
  userImageKey: string,
  format: ExportPreset,
): Promise<FileRow | undefined> {
  return database.transaction(async (tx) => {
    const source = await findSource(tx, userImageKey)
    if (!source) return undefined
    const fresh = { state: 'making' as const, progress: 0, wantedAt: new Date() }
    await tx
      .insert(headshotFiles)
      .values({ id: randomUUID(), userImageKey, format, ...fresh })
      .onConflictDoNothing({ target: [headshotFiles.userImageKey, headshotFiles.format] })
    const row = await findFile(tx, userImageKey, format)
    if (row?.state !== 'failed') return row
    const state = madeFileLifecycle.next(row.state, 'wanted')
    await tx
      .update(headshotFiles)
      .set({ ...fresh, state })
      .where(eq(headshotFiles.id, row.id))
    return { ...row, ...fresh, state }
  })
}
