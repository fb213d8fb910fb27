import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { tables, type Queries } from '#backend/providers/database/database-port.ts'
import { recountPlaces } from '../place-counters.ts'
import { rowsOf } from '../listings.ts'
import { freeSlug } from '../slug.ts'
import type { GivenCountry, GivenName, GivenPlace } from './geonames.ts'
import type { Counts } from './ledger.ts'
import type { GivenListing } from './listing.ts'

const {
  directoryCountries: countries,
  directoryPlaces: places,
  directorySeen: seen,
  directoryStagedNames: staged,
  directorySuppressions: suppressions,
  osmPhotographers,
  operatorPhotographers,
} = tables

type Written = Pick<Counts, 'added' | 'changed'> & Partial<Counts>

const Change = z.object({ added: z.boolean() })
const countOf = (changes: readonly z.infer<typeof Change>[]): Written => {
  const added = changes.filter((change) => change.added).length
  return { added, changed: changes.length - added }
}

/** Rows of a batch as one parameter. */
const given = (rows: readonly object[], columns: string): SQL =>
  sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(${sql.raw(columns)})`
const at = (now: Date): SQL => sql`${now.toISOString()}::timestamptz`

/** Records the ids this import has seen; returns those it had seen before. */
export async function noteSeen(
  tx: Queries,
  importId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const added = await rowsOf(
    z.object({ id: z.string() }),
    tx,
    sql`
      insert into ${seen} (import_id, id)
      select ${importId}::uuid, id from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) id
      on conflict do nothing returning id`,
  )
  const fresh = new Set(added.map(({ id }) => id))
  return new Set(ids.filter((id) => !fresh.has(id)))
}

/** Countries that left the file stay, because places reference them. */
export async function writeCountries(
  tx: Queries,
  rows: readonly GivenCountry[],
  now: Date,
): Promise<Written> {
  const held = await tx.select({ id: countries.id, slug: countries.slug }).from(countries)
  const slugOf = new Map(held.map(({ id, slug }) => [id, slug]))
  const taken = new Set(slugOf.values())
  const named = rows.map((row) => {
    const slug = slugOf.get(row.id) ?? freeSlug({ ...row, region: null }, (other) => taken.has(other))
    taken.add(slug)
    return { ...row, slug }
  })
  const columns = 'id text, name text, population bigint, slug text'
  const changes = await rowsOf(
    Change,
    tx,
    sql`
      insert into ${countries} as c (id, slug, name, is_sample, population, changed_at)
      select id, slug, name, false, population, ${at(now)} from ${given(named, columns)}
      on conflict (id) do update
        set name = excluded.name, population = excluded.population, changed_at = excluded.changed_at
        where (c.name, c.population) is distinct from (excluded.name, excluded.population)
      returning (xmax = 0) as added`,
  )
  return countOf(changes)
}

export async function writePlaces(tx: Queries, rows: readonly GivenPlace[], now: Date): Promise<Written> {
  const columns =
    'id text, "countryId" text, region text, name text, latitude float8, longitude float8, cell int, ' +
    'population bigint, "slugBase" text'
  const values = ['country_id', 'region', 'name', 'latitude', 'longitude', 'cell', 'population', 'slug_base']
  const of = (alias: string) => sql.raw(values.map((column) => `${alias}.${column}`).join(', '))
  const changes = await rowsOf(
    Change,
    tx,
    sql`
      insert into ${places} as p (id, source, ${sql.raw(values.join(', '))}, changed_at)
      select id, 'geonames', "countryId", region, name, latitude, longitude, cell, population, "slugBase", ${at(now)}
      from ${given(rows, columns)}
      on conflict (id) do update set
        (${sql.raw(values.join(', '))}) = row(${of('excluded')}),
        slug = case when p.country_id = excluded.country_id then p.slug end,
        changed_at = excluded.changed_at,
        withdrawn_at = null
        where (${of('p')}) is distinct from (${of('excluded')}) or p.withdrawn_at is not null
      returning (xmax = 0) as added`,
  )
  return countOf(changes)
}

/** Keeps the better of two names; those of places that are not held go by. */
export async function stageNames(tx: Queries, rows: readonly GivenName[]): Promise<void> {
  const best = new Map<string, GivenName>()
  for (const row of rows) {
    const key = `${row.placeId} ${row.locale}`
    const other = best.get(key)
    if (!other || row.rank < other.rank || (row.rank === other.rank && row.number < other.number)) {
      best.set(key, row)
    }
  }
  const columns = '"placeId" text, locale text, name text, rank int, number bigint'
  await tx.execute(sql`
    insert into ${staged} as s (place_id, locale, name, rank, number)
    select g."placeId", g.locale, g.name, g.rank, g.number
    from ${given([...best.values()], columns)} join ${places} p on p.id = g."placeId"
    on conflict (place_id, locale) do update
      set name = excluded.name, rank = excluded.rank, number = excluded.number
      where (excluded.rank, excluded.number) < (s.rank, s.number)`)
}

/** Gives one page of places the names that were staged; answers where the next page begins. */
export async function mergeNames(
  tx: Queries,
  after: string,
  limit: number,
  now: Date,
): Promise<{ last: string | undefined; changed: number }> {
  const page = sql`
    select id from ${places} where source = 'geonames' and id > ${after} order by id limit ${limit}::int`
  const [end] = await rowsOf(
    z.object({ last: z.string().nullable() }),
    tx,
    sql`select max(id) as last from (${page}) ids`,
  )
  const changed = await rowsOf(
    z.object({ id: z.string() }),
    tx,
    sql`
      update ${places} p set names = n.names, changed_at = ${at(now)}
      from (
        select ids.id, coalesce(
          (select jsonb_object_agg(s.locale, s.name) from ${staged} s where s.place_id = ids.id), '{}'
        ) as names
        from (${page}) ids
      ) n
      where p.id = n.id and p.names is distinct from n.names
      returning p.id`,
  )
  return { last: end?.last ?? undefined, changed: changed.length }
}

const LISTING_COLUMNS = {
  kind: 'kind',
  name: 'name',
  latitude: 'latitude',
  longitude: 'longitude',
  cell: 'cell',
  street: 'street',
  houseNumber: 'house_number',
  postcode: 'postcode',
  locality: 'locality',
  website: 'website',
  phone: 'phone',
  email: 'email',
  openingHours: 'opening_hours',
  wheelchair: 'wheelchair',
} as const satisfies Record<Exclude<keyof GivenListing, 'id'>, string>

/** Where a listing comes from. */
export type ListingSource = 'openstreetmap' | 'operator'

const tableOf = (source: ListingSource): SQL =>
  source === 'openstreetmap' ? sql`${osmPhotographers}` : sql`${operatorPhotographers}`

export async function writeListings(
  tx: Queries,
  source: ListingSource,
  rows: readonly GivenListing[],
  now: Date,
): Promise<Written> {
  const names = Object.values(LISTING_COLUMNS)
  const numbers: Readonly<Record<string, string>> = { latitude: 'float8', longitude: 'float8', cell: 'int' }
  const properties = Object.keys(LISTING_COLUMNS)
  const columns = ['id text', ...properties.map((name) => `"${name}" ${numbers[name] ?? 'text'}`)].join(', ')
  const of = (alias: string) => sql.raw(names.map((column) => `${alias}.${column}`).join(', '))
  const isOperator = source === 'operator'
  const written = await rowsOf(
    Change.extend({ placeId: z.string().nullable() }),
    tx,
    sql`
      insert into ${tableOf(source)} as l (id, ${sql.raw(isOperator ? 'source, ' : '')}${sql.raw(names.join(', '))}, changed_at)
      select g.id, ${sql.raw(isOperator ? "'operator', " : '')}${sql.raw(properties.map((name) => `g."${name}"`).join(', '))}, ${at(now)}
      from ${given(rows, columns)}
      where not exists (select from ${suppressions} s where s.listing_id = g.id)
      on conflict (id) do update
        set (${sql.raw(names.join(', '))}) = row(${of('excluded')}), changed_at = excluded.changed_at
        where (${of('l')}) is distinct from (${of('excluded')})
      returning (xmax = 0) as added, place_id as "placeId"`,
  )
  await recountPlaces(
    tx,
    written.flatMap(({ placeId }) => placeId ?? []),
    now,
  )
  const [held] = await rowsOf(
    z.object({ count: z.number() }),
    tx,
    sql`select count(*)::int as count from ${suppressions} where listing_id in
      (select jsonb_array_elements_text(${JSON.stringify(rows.map(({ id }) => id))}::jsonb))`,
  )
  return { ...countOf(written), suppressed: held?.count ?? 0 }
}

/** Whether this import did not meet the row. */
const isGone = (importId: string, alias: string) =>
  sql`not exists (select from ${seen} s where s.import_id = ${importId}::uuid and s.id = ${sql.raw(alias)}.id)`

/** How many of the rows held would go, and how many there are. */
export async function countGone(
  tx: Queries,
  importId: string,
  source: ListingSource | 'geonames',
): Promise<{ gone: number; held: number }> {
  const from =
    source === 'geonames'
      ? sql`${places} t where t.source = 'geonames' and t.withdrawn_at is null`
      : source === 'operator'
        ? sql`${operatorPhotographers} t where t.source = 'operator'`
        : sql`${osmPhotographers} t`
  const [row] = await rowsOf(
    z.object({ gone: z.number(), held: z.number() }),
    tx,
    sql`select (count(*) filter (where ${isGone(importId, 't')}))::int as gone, count(*)::int as held from ${from}`,
  )
  return row ?? { gone: 0, held: 0 }
}

/** Withdraws the places its source no longer has; an address that was known is never given to another. */
export async function withdrawPlaces(tx: Queries, importId: string, now: Date): Promise<number> {
  const withdrawn = await rowsOf(
    z.object({ id: z.string() }),
    tx,
    sql`
      update ${places} p set withdrawn_at = ${at(now)}, changed_at = ${at(now)}
      where p.source = 'geonames' and p.withdrawn_at is null and ${isGone(importId, 'p')} returning p.id`,
  )
  return withdrawn.length
}

/** Deletes the listings its source no longer has. */
export async function deleteListings(
  tx: Queries,
  importId: string,
  source: ListingSource,
  now: Date,
): Promise<number> {
  const mine = source === 'operator' ? sql`l.source = 'operator' and ` : sql``
  const deleted = await rowsOf(
    z.object({ placeId: z.string().nullable() }),
    tx,
    sql`delete from ${tableOf(source)} l where ${mine}${isGone(importId, 'l')} returning l.place_id as "placeId"`,
  )
  await recountPlaces(
    tx,
    deleted.flatMap(({ placeId }) => placeId ?? []),
    now,
  )
  return deleted.length
}
