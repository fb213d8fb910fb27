import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { tables, type Database, type Queries } from '#backend/providers/database/database-port.ts'
import { recountCountries } from '../place-counters.ts'
import { removeSample } from '../sample-directory.ts'
import { createLedger, type AllCounts, type BatchOutcome, type Reject, type Run } from './ledger.ts'
import { SOURCE_KINDS, loadFile, type Commit, type SourceFile, type SourceKind } from './load.ts'
import { SourceError } from './records.ts'
import { giveSlugs, placeListings } from './settling.ts'
import { countGone, deleteListings, mergeNames, withdrawPlaces, type ListingSource } from './writing.ts'

export interface ImportOptions {
  files: readonly SourceFile[]
  /** Accepts that a source holds much less than before. */
  allowsRemovals?: boolean
  signal?: AbortSignal
  onProgress?: (progress: { step: string; position: number }) => void
}

export interface ImportReport {
  counts: AllCounts
  /** Went on where a killed one stopped. */
  isResumed: boolean
  /** Whether the import changed any row. */
  hasChanged: boolean
  /** Listings without a place within 25 km, which are not shown. */
  unplaced: number
  /** Lines that were not taken, or not whole. */
  rejects: () => AsyncIterable<Reject>
}

const PLACES_PER_PAGE = 2_000
const LISTINGS_PER_PAGE = 500
/** Removals accepted without confirmation; a truncated file causes more. */
const REMOVALS_UNASKED = { share: 0.2, rows: 20 }

interface Work {
  database: Database
  run: Run
  commit: Commit
  allowsRemovals: boolean
  unplaced: number
}

interface Step {
  name: string
  work: (work: Work, name: string) => Promise<void>
}

/**
 * Imports files into the directory: each batch is a transaction, so that a killed import resumes where it stopped;
 * the same files again change nothing. Rows that left a source are removed after its last file.
 * @throws SourceError when a file cannot be used, ImportTakenOverError; the same call then resumes
 */
export async function importDirectory(
  { database }: { database: Database },
  { files, allowsRemovals = false, signal, onProgress }: ImportOptions,
): Promise<ImportReport> {
  if (files.length === 0) throw new SourceError('no file was given')
  const ledger = createLedger({ database })
  const steps = stepsOf(files)
  const run = await ledger.open(digestOf(files), steps[0]?.name ?? '')
  const commit: Commit = async (batch) => {
    signal?.throwIfAborted()
    await ledger.commit(run, batch)
    onProgress?.({ step: run.step, position: run.position })
  }
  const work: Work = { database, run, commit, allowsRemovals, unplaced: 0 }
  const begin = steps.findIndex(({ name }) => name === run.step)
  for (let index = begin; index < steps.length; index++) {
    const [step, next] = [steps[index], steps[index + 1]]
    await step?.work(work, step.name)
    if (next) await commit(() => Promise.resolve({ step: next.name, position: 0 }))
  }
  await ledger.finish(run)
  return {
    counts: run.counts,
    isResumed: run.isResumed,
    hasChanged: Object.values(run.counts).some(
      ({ added, changed, removed }) => added + changed + removed > 0,
    ),
    unplaced: work.unplaced,
    rejects: () => ledger.rejects(run),
  }
}

/** The same files give the same steps in any process. */
function stepsOf(files: readonly SourceFile[]): Step[] {
  const of = (kind: SourceKind) => files.filter((file) => file.kind === kind)
  const load = (kind: SourceKind): Step[] =>
    of(kind).map((file, index) => ({
      name: `${kind} ${index + 1}`,
      work: ({ run, commit, database }, name) => loadFile(file, name, run, commit, database.queries),
    }))
  const after = (kind: SourceKind, step: Step) => (of(kind).length > 0 ? [step] : [])
  return [
    { name: 'begin', work: ({ commit }, step) => commit((tx) => begin(tx, step)) },
    ...load('countries'),
    ...load('geonames'),
    ...after('geonames', { name: 'geonames removals', work: takeOutPlaces }),
    ...load('alternate-names'),
    ...after('alternate-names', { name: 'names', work: mergeAllNames }),
    ...load('osm'),
    ...after('osm', { name: 'osm removals', work: takeOutListings('osm', 'openstreetmap') }),
    ...load('csv'),
    ...after('csv', { name: 'csv removals', work: takeOutListings('csv', 'operator') }),
    { name: 'slugs', work: giveAllSlugs },
    { name: 'listings', work: placeAllListings },
    { name: 'counts', work: ({ commit }, step) => commit((tx) => recount(tx, step)) },
  ]
}

function digestOf(files: readonly SourceFile[]): string {
  const named = SOURCE_KINDS.flatMap((kind) =>
    files.filter((file) => file.kind === kind).map(({ sha256 }) => `${kind} ${sha256}`),
  )
  return createHash('sha256').update(named.join('\n')).digest('hex')
}

/** The sample's rows are removed before real ones are added. */
async function begin(tx: Queries, step: string): Promise<BatchOutcome> {
  await removeSample(tx)
  return { step, position: 0 }
}

async function recount(tx: Queries, step: string): Promise<BatchOutcome> {
  await recountCountries(tx)
  return { step, position: 0 }
}

async function takeOutPlaces({ run, commit, allowsRemovals }: Work, step: string): Promise<void> {
  await commit(async (tx) => {
    if (!allowsRemovals) await assertFewGone(tx, run, 'geonames')
    const removed = await withdrawPlaces(tx, run.id, run.startedAt)
    return { kind: 'geonames', counts: { removed }, step, position: 0 }
  })
}

function takeOutListings(kind: SourceKind, source: ListingSource): Step['work'] {
  return ({ run, commit, allowsRemovals }, step) =>
    commit(async (tx) => {
      if (!allowsRemovals) await assertFewGone(tx, run, source)
      const removed = await deleteListings(tx, run.id, source, run.startedAt)
      return { kind, counts: { removed }, step, position: 0 }
    })
}

/** Refuses large removals, because the file may be truncated or the wrong one. */
async function assertFewGone(tx: Queries, run: Run, source: ListingSource | 'geonames'): Promise<void> {
  const { gone, held } = await countGone(tx, run.id, source)
  if (gone <= Math.max(REMOVALS_UNASKED.rows, held * REMOVALS_UNASKED.share)) return
  throw new SourceError(
    `${gone} of ${held} rows from ${source} are not in the files given: give all files of a source at once, ` +
      'or allow the removal',
  )
}

async function mergeAllNames({ run, commit }: Work, step: string): Promise<void> {
  const next = { after: '', page: 1, hasMore: true }
  while (next.hasMore) {
    await commit(async (tx) => {
      const { last, changed } = await mergeNames(tx, next.after, PLACES_PER_PAGE, run.startedAt)
      const position = next.page * PLACES_PER_PAGE
      Object.assign(next, { after: last ?? '', page: next.page + 1, hasMore: last !== undefined })
      return { kind: 'alternate-names', counts: { changed }, step, position }
    })
  }
}

async function giveAllSlugs({ database, commit }: Work, step: string): Promise<void> {
  await analyze(database)
  const next = { position: 0, hasMore: true }
  while (next.hasMore) {
    await commit(async (tx) => {
      const given = await giveSlugs(tx, PLACES_PER_PAGE)
      Object.assign(next, { position: next.position + given, hasMore: given > 0 })
      return { step, position: next.position }
    })
  }
}

async function placeAllListings(work: Work, step: string): Promise<void> {
  // On statistics without slugs, each look-up in the grid would read every place that has one.
  await analyze(work.database)
  for (const table of ['osm', 'operator'] as const) {
    const next = { after: '', hasMore: true }
    while (next.hasMore) {
      await work.commit(async (tx) => {
        const page = { after: next.after, limit: LISTINGS_PER_PAGE, now: work.run.startedAt }
        const placed = await placeListings(tx, table, page)
        Object.assign(next, { after: placed.last ?? '', hasMore: placed.last !== undefined })
        work.unplaced += placed.unplaced
        return { step, position: 0 }
      })
    }
  }
}

/** With statistics from before the import, the database would read all rows for a few. */
async function analyze({ queries }: Database): Promise<void> {
  const { directoryPlaces, osmPhotographers, operatorPhotographers } = tables
  await queries.execute(sql`analyze ${directoryPlaces}, ${osmPhotographers}, ${operatorPhotographers}`)
}
