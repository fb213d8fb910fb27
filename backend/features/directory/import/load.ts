import { tables, type Queries } from '#backend/providers/database/database-port.ts'
import {
  parseAlternateName,
  parseCountry,
  parsePlace,
  type GivenCountry,
  type GivenName,
  type GivenPlace,
} from './geonames.ts'
import { REJECTS_LISTED_MAX, type BatchOutcome, type Counts, type Reject, type Run } from './ledger.ts'
import type { GivenListing } from './listing.ts'
import { readOperatorCsv } from './operator-csv.ts'
import { readOverpass } from './overpass.ts'
import { readLines, type Read } from './records.ts'
import {
  noteSeen,
  stageNames,
  writeCountries,
  writeListings,
  writePlaces,
  type ListingSource,
} from './writing.ts'

/** In the order they need each other. */
export const SOURCE_KINDS = ['countries', 'geonames', 'alternate-names', 'osm', 'csv'] as const
export type SourceKind = (typeof SOURCE_KINDS)[number]

export interface SourceFile {
  kind: SourceKind
  /** The name in the report. */
  name: string
  /** SHA-256 of the file as stored, hex. */
  sha256: string
  /** Its content, decompressed. */
  open(): AsyncIterable<Uint8Array>
}

/** Runs one transaction: a batch's rows, and the next position. */
export type Commit = (batch: (tx: Queries) => Promise<BatchOutcome>) => Promise<void>

const BATCH_RECORDS = 1_000
/** Skipped lines cost no write, but the position has to be recorded now and then. */
const BATCH_LINES = 50_000

/** How a kind of file is read, and how its batches are written. */
interface Reader<T> {
  read: (chunks: AsyncIterable<Uint8Array>) => AsyncIterable<Read<T>[]>
  /** A record's id within its source; without one, repeats are allowed. */
  idOf?: (value: T) => string
  /** The reason to reject a record, if there is one. */
  refuse?: (value: T) => string | undefined
  write: (tx: Queries, values: readonly T[]) => Promise<Partial<Counts>>
}

/** Reads a file from the position of its step, and writes it batch by batch. */
export async function loadFile(file: SourceFile, step: string, run: Run, commit: Commit, queries: Queries) {
  const now = run.startedAt
  const listings = (source: ListingSource, read: Reader<GivenListing>['read']): Reader<GivenListing> => ({
    read,
    idOf: ({ id }) => id,
    write: (tx, values) => writeListings(tx, source, values, now),
  })
  switch (file.kind) {
    case 'countries':
      return load<GivenCountry>(file, step, run, commit, {
        read: (chunks) => readLines(chunks, parseCountry),
        idOf: ({ id }) => `country-${id}`,
        write: (tx, values) => writeCountries(tx, values, now),
      })
    case 'geonames': {
      const { id, isSample } = tables.directoryCountries
      const rows = await queries.select({ id, isSample }).from(tables.directoryCountries)
      const known = new Set(rows.flatMap((row) => (row.isSample ? [] : row.id)))
      return load<GivenPlace>(file, step, run, commit, {
        read: (chunks) => readLines(chunks, parsePlace),
        idOf: (place) => place.id,
        refuse: ({ countryId }) => (known.has(countryId) ? undefined : `country ${countryId} is not known`),
        write: (tx, values) => writePlaces(tx, values, now),
      })
    }
    case 'alternate-names':
      return load<GivenName>(file, step, run, commit, {
        read: (chunks) => readLines(chunks, parseAlternateName),
        write: async (tx, values) => {
          await stageNames(tx, values)
          return {}
        },
      })
    case 'osm':
      return load(file, step, run, commit, listings('openstreetmap', readOverpass))
    case 'csv':
      return load(file, step, run, commit, listings('operator', readOperatorCsv))
  }
}

async function load<T>(file: SourceFile, step: string, run: Run, commit: Commit, reader: Reader<T>) {
  const done = run.position
  const inStep = (counts: Partial<Counts>, rejects: readonly Reject[], position: number): BatchOutcome => ({
    kind: file.kind,
    counts,
    rejects,
    step,
    position,
  })
  let batch: Read<T>[] = []
  let listed = 0
  let weight = 0
  const flush = async () => {
    const last = batch.at(-1)
    if (!last) return
    const records = batch
    batch = []
    weight = 0
    await commit(async (tx) => {
      const outcome = await writeBatch(tx, file.name, run, reader, records)
      const room = Math.max(0, REJECTS_LISTED_MAX - listed)
      listed += outcome.rejects.length
      return inStep(outcome.counts, outcome.rejects.slice(0, room), last.line)
    })
  }
  for await (const records of reader.read(file.open())) {
    for (const record of records) {
      if (record.line <= done) continue
      batch.push(record)
      weight += record.kind === 'skipped' ? BATCH_RECORDS / BATCH_LINES : 1
      if (weight >= BATCH_RECORDS) await flush()
    }
  }
  await flush()
}

async function writeBatch<T>(
  tx: Queries,
  file: string,
  run: Run,
  { idOf, refuse, write }: Reader<T>,
  records: readonly Read<T>[],
): Promise<{ counts: Partial<Counts>; rejects: Reject[] }> {
  const rejects: Reject[] = []
  const taken: { line: number; value: T; note: string | undefined }[] = []
  const met = new Set<string>()
  for (const record of records) {
    if (record.kind === 'skipped') continue
    const { line } = record
    if (record.kind === 'rejected') {
      rejects.push({ file, line, reason: record.reason, excerpt: record.excerpt })
      continue
    }
    const { value, note } = record
    const id = idOf?.(value)
    const isRepeat = id !== undefined && met.has(id)
    const reason = isRepeat ? `repeats ${id}` : refuse?.(value)
    if (reason !== undefined) rejects.push({ file, line, reason, excerpt: id ?? '' })
    else taken.push({ line, value, note })
    if (id !== undefined) met.add(id)
  }
  const ids = idOf ? taken.map(({ value }) => idOf(value)) : []
  const repeated = await noteSeen(tx, run.id, ids)
  const fresh = taken.filter(({ line, value }) => {
    const id = idOf?.(value)
    if (id === undefined || !repeated.has(id)) return true
    rejects.push({ file, line, reason: `repeats ${id}`, excerpt: id })
    return false
  })
  const notes = fresh.flatMap(({ line, value, note }) =>
    note === undefined ? [] : [{ file, line, reason: note, excerpt: idOf?.(value) ?? '' }],
  )
  const written =
    fresh.length === 0
      ? {}
      : await write(
          tx,
          fresh.map(({ value }) => value),
        )
  const skipped = records.filter(({ kind }) => kind === 'skipped').length
  return {
    counts: { ...written, read: records.length, rejected: rejects.length, trimmed: notes.length, skipped },
    rejects: [...rejects, ...notes],
  }
}
