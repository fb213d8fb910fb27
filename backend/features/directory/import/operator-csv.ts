import { parse, type CsvError } from 'csv-parse'
import { Readable, pipeline } from 'node:stream'
import { z } from 'zod'
import { PhotographerKind } from '#contract/directory.ts'
import { readListing, type GivenListing } from './listing.ts'
import { SourceError, readAs, type Parsed, type Read } from './records.ts'

const REQUIRED = ['id', 'name', 'latitude', 'longitude'] as const
const OPTIONAL = [
  'kind',
  'website',
  'phone',
  'email',
  'opening_hours',
  'street',
  'house_number',
  'postcode',
  'locality',
  'wheelchair',
] as const
/** The header of an operator's file, in any order; see docs/directory.md. */
export const CSV_COLUMNS: readonly string[] = [...REQUIRED, ...OPTIONAL]

const RECORD_MAX_BYTES = 64 * 1024
const Row = z.object({ info: z.object({ lines: z.number() }), record: z.record(z.string(), z.string()) })

/**
 * Rows of an operator's file. @throws SourceError when the header lacks a column or has an unknown one
 */
export async function* readOperatorCsv(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Read<GivenListing>[]> {
  const broken: Read<GivenListing>[] = []
  const rows = pipeline(
    Readable.from(chunks, { objectMode: false }),
    parse({
      bom: true,
      info: true,
      columns: readHeader,
      skip_empty_lines: true,
      skip_records_with_error: true,
      max_record_size: RECORD_MAX_BYTES,
      on_skip(error) {
        broken.push(readAs(lineOf(error), '', { reject: error?.message.slice(0, 200) ?? 'cannot be read' }))
        return undefined
      },
    }),
    // An error reaches the reader of the rows.
    () => undefined,
  )
  for await (const row of rows) {
    if (broken.length > 0) yield broken.splice(0)
    const { info, record } = Row.parse(row)
    yield [readAs(info.lines, Object.values(record).join(','), parseRow(record))]
  }
  if (broken.length > 0) yield broken
}

function lineOf(error: CsvError | undefined): number {
  const lines: unknown = error?.['lines']
  return typeof lines === 'number' ? lines : 0
}

function readHeader(header: readonly string[]): string[] {
  const names = header.map((name) => name.trim().toLowerCase())
  const missing = REQUIRED.filter((name) => !names.includes(name))
  const unknown = names.filter((name) => !CSV_COLUMNS.includes(name))
  if (missing.length > 0) throw new SourceError(`the header lacks ${missing.join(', ')}`)
  if (unknown.length > 0) throw new SourceError(`the header has unknown columns: ${unknown.join(', ')}`)
  return names
}

export function parseRow(record: Readonly<Record<string, string>>): Parsed<GivenListing> {
  if (Object.values(record).some((value) => value.includes('\uFFFD'))) return { reject: 'not UTF-8' }
  const { id = '', kind = '' } = record
  if (!/^[\w-]{1,60}$/.test(id)) return { reject: 'id is not of letters, digits, hyphens' }
  const known = kind === '' ? 'photographer' : PhotographerKind.safeParse(kind).data
  if (!known) return { reject: 'unknown kind' }
  return readListing({
    id: `own-${id}`,
    kind: known,
    name: record['name'],
    latitude: record['latitude'],
    longitude: record['longitude'],
    street: record['street'],
    houseNumber: record['house_number'],
    postcode: record['postcode'],
    locality: record['locality'],
    website: record['website'],
    phone: record['phone'],
    email: record['email'],
    openingHours: record['opening_hours'],
    wheelchair: record['wheelchair'],
  })
}
