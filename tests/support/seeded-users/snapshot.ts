import { randomBytes, randomUUID } from 'node:crypto'
import { cp, link, mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database, Queries } from '#backend/providers/database/database-port.ts'
import { sha256Of } from '#studio/export/encode.ts'
import { sealed } from '#studio/model/blob-file.ts'

/** A person's tables, in an order in which rows may be inserted. */
const TABLES = [
  'users',
  'persons',
  'consent_events',
  'retentions',
  'selfies',
  'previews',
  'style_samples',
  'trainings',
  'bundles',
  'payments',
  'credit_entries',
  'headshots',
  'headshot_files',
  'generated_files',
] as const
/** Not copied: the directory's sample and the sweepers' positions belong to no user, and a mail is sent once. */
const LEFT_OUT = ['directory_countries', 'directory_places', 'operator_photographers', 'cursors', 'mails']
/** Hashes, which are the same for each copy. */
const OF_ALL = 'generated_files'

const ROWS = 'rows.json'
const FILES = 'files'
/** At the end of a model's key. */
const DIGEST = /(?<=\.)[\da-f]{64}$/
/** Of models and of prepared selfies. */
const MAGICS = ['ALPM', 'ALPS']
const UUID = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/g
/** As the database writes them into JSON. */
const INSTANT = /"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?[+-]\d\d:\d\d"/g

const Row = z.record(z.string(), z.unknown())
const Snapshot = z.object({
  takenAtMs: z.number(),
  rows: z.record(z.enum(TABLES), z.array(Row)),
})

const filesOf = (dataDir: string) => join(dataDir, 'storage/files')

/** Keeps the one person there is, with the rows and the files, in a folder. The backend does not run. */
export async function takeSnapshot({ queries }: Database, dataDir: string, folder: string): Promise<void> {
  await refuseUnknownRows(queries)
  const taken = TABLES.map(async (table) => [table, await rowsOf(queries, table)] as const)
  const snapshot = { takenAtMs: Date.now(), rows: Object.fromEntries(await Promise.all(taken)) }
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, ROWS), JSON.stringify(snapshot))
  await cp(filesOf(dataDir), join(folder, FILES), { recursive: true })
}

/** A table that came with a new feature is in one of the two lists. */
async function refuseUnknownRows(queries: Queries): Promise<void> {
  const tables = await queries
    .select({ name: sql<string>`table_name` })
    .from(sql`information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`)
  const known = new Set<string>([...TABLES, ...LEFT_OUT])
  const filled: string[] = []
  for (const { name } of tables)
    if (!known.has(name) && z.array(Row).parse(await rowsOf(queries, name)).length > 0) filled.push(name)
  if (filled.length > 0) throw new Error(`${filled.join(', ')}: rows of a person that no snapshot keeps`)
}

async function rowsOf(queries: Queries, table: string): Promise<unknown> {
  const [all] = await queries
    .select({ json: sql<string>`coalesce(json_agg(one), '[]')::text` })
    .from(sql`${sql.identifier(table)} as one`)
  return JSON.parse(all?.json ?? '[]')
}

export interface Copy {
  uid: string
  personId: string
  /** Of a person who has none: null. */
  bundleId: string | null
}

/**
 * Adds another copy of a snapshot's person: under new ids, with all times shifted to the present. The backend must
 * not run; the snapshot's folder is on the same disk.
 */
export async function addCopy(database: Database, dataDir: string, folder: string): Promise<Copy> {
  const text = await readFile(join(folder, ROWS), 'utf8')
  const { takenAtMs } = Snapshot.parse(JSON.parse(text))
  const rename = renaming(text)
  const resealed = await copyFiles(join(folder, FILES), filesOf(dataDir), rename)
  const { rows } = Snapshot.parse(JSON.parse(resealed(rename(laterBy(Date.now() - takenAtMs, text)))))
  await database.transaction(async (tx) => {
    for (const payment of rows.payments) payment.receipt_number &&= await nextReceipt(tx)
    for (const table of TABLES) await insert(tx, table, rows[table])
  })
  const idOf = (row: z.infer<typeof Row> | undefined, column: string) => z.string().parse(row?.[column])
  const [bundle] = rows.bundles
  return {
    uid: idOf(rows.users[0], 'uid'),
    personId: idOf(rows.persons[0], 'id'),
    bundleId: bundle ? idOf(bundle, 'id') : null,
  }
}

/** A function that replaces every unique id by another of the same length, consistently. */
function renaming(text: string): (text: string) => string {
  const { rows } = Snapshot.parse(JSON.parse(text))
  const names = new Map<string, string>()
  for (const name of text.match(UUID) ?? []) names.set(name, randomUUID())
  const others = [
    ...rows.headshots.map((row) => [row.user_image_key, randomBytes(16).toString('base64url')]),
    ...rows.payments.map((row) => [row.order_reference, someReference()]),
  ]
  for (const [name, other] of others) names.set(z.string().parse(name), z.string().parse(other))
  const known = new RegExp([...names.keys()].join('|'), 'g')
  return (old) => old.replace(known, (name) => names.get(name) ?? name)
}

function someReference(): string {
  const digits = randomBytes(5).toString('hex').toUpperCase()
  return `${digits.slice(0, 5)}-${digits.slice(5)}`
}

function laterBy(ms: number, text: string): string {
  return text.replace(INSTANT, (quoted) => {
    const at = new Date(Date.parse(quoted.slice(1, -1)) + ms)
    return JSON.stringify(at)
  })
}

/** Models contain their own digest, inside and at the end of their key: returns the old digests with the new ones. */
async function copyFiles(
  from: string,
  to: string,
  rename: (text: string) => string,
): Promise<(text: string) => string> {
  const digests = new Map<string, string>()
  const resealed = (text: string) =>
    [...digests].reduce((changed, [was, is]) => changed.replaceAll(was, is), text)
  const entries = await readdir(from, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const source = join(entry.parentPath, entry.name)
    const [digest] = DIGEST.exec(source) ?? []
    const isOfEngine = digest !== undefined || extname(source) === ''
    const bytes = isOfEngine ? renamedWithin(await readFile(source), rename) : null
    if (bytes && digest !== undefined) digests.set(digest, sha256Of(bytes))
    const target = join(to, resealed(rename(source.slice(from.length))))
    await mkdir(dirname(target), { recursive: true })
    // The engine's own files contain selfie ids; pictures contain none, and storage never changes a file.
    if (bytes) await writeFile(target, bytes)
    else await link(source, target)
  }
  return resealed
}

/** An engine file with replaced ids and a new digest. */
function renamedWithin(bytes: Buffer, rename: (text: string) => string): Uint8Array {
  const renamed = Buffer.from(rename(bytes.toString('latin1')), 'latin1')
  return MAGICS.includes(renamed.toString('latin1', 0, 4)) ? sealed(renamed) : renamed
}

async function nextReceipt(tx: Queries): Promise<number> {
  const [next] = await tx
    .select({ number: sql<number>`number` })
    .from(sql`nextval('receipt_numbers') as number`)
  return Number(next?.number)
}

async function insert(tx: Queries, name: (typeof TABLES)[number], rows: readonly unknown[]): Promise<void> {
  const table = sql.identifier(name)
  const values = sql`json_populate_recordset(null::${table}, ${JSON.stringify(rows)}::json)`
  const repeats = name === OF_ALL ? sql`on conflict do nothing` : sql``
  await tx.execute(sql`insert into ${table} select * from ${values} ${repeats}`)
}
