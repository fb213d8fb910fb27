import { getTableColumns, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import {
  ATTRIBUTIONS,
  LISTING_RADIUS_METERS,
  PhotographerKind,
  Wheelchair,
  type Attribution,
  type DirectorySource,
  type Photographer,
} from '#contract/directory.ts'
import type { Locale } from '#contract/locales.ts'
import { tables, type Queries } from '#backend/providers/database/database-port.ts'
import { EARTH_RADIUS_METERS, cellsAround, type CellRange, type Point } from './place-grid.ts'
import { nameIn } from './place-names.ts'
import type { PageEnd } from './cursor.ts'

const { osmPhotographers, operatorPhotographers, directoryOverrides, directoryPlaces } = tables

/** Whole metres from a point to the coordinates of a row. */
export function metersFrom({ latitude, longitude }: Point, alias: string): SQL<number> {
  const [lat, lon] = [sql.raw(`${alias}.latitude`), sql.raw(`${alias}.longitude`)]
  const from = sql`${latitude}::float8`
  return sql`round(${2 * EARTH_RADIUS_METERS}::float8 * asin(least(1, sqrt(
    power(sin(radians(${lat} - ${from}) / 2), 2)
    + cos(radians(${from})) * cos(radians(${lat})) * power(sin(radians(${lon} - ${longitude}::float8) / 2), 2)
  ))))::int`
}

/** Whether a row lies in one of the cells; each range is a look into an index. */
export function isInCells(ranges: readonly CellRange[], alias: string): SQL {
  const cell = sql.raw(`${alias}.cell`)
  const each = ranges.map(({ first, last }) => sql`${cell} between ${first}::int and ${last}::int`)
  return sql`(${sql.join(each, sql` or `)})`
}

const nullableText = z.string().nullable()
const ListingText = z.object({
  name: z.string(),
  street: nullableText,
  houseNumber: nullableText,
  postcode: nullableText,
  locality: nullableText,
  website: nullableText,
  phone: nullableText,
  email: nullableText,
  openingHours: nullableText,
})

/** An accepted correction's fields; null removes a field, an absent one stays. */
export const ListingFields = ListingText.partial()
export type ListingFields = z.infer<typeof ListingFields>

/** Both implementations answer moments of hand-written SQL in their own way. */
const moment = z.coerce.date()
const ListingRow = ListingText.extend({
  id: z.string(),
  source: z.enum(['openstreetmap', 'operator', 'sample']),
  kind: PhotographerKind,
  latitude: z.number(),
  longitude: z.number(),
  wheelchair: Wheelchair.nullable(),
  changedAt: moment,
  meters: z.number(),
  overrides: ListingFields.nullable(),
  overriddenAt: moment.nullable(),
  placeId: z.string(),
  placeSlug: z.string(),
  placeName: z.string(),
  placeNames: z.unknown(),
  countryId: z.string(),
})
type ListingRow = z.infer<typeof ListingRow>

/** Columns both tables of listings have, named as rows are read. */
const { id: _id, source: _source, ...sharedColumns } = getTableColumns(operatorPhotographers)
const columns = sql.join(
  Object.entries(sharedColumns).map(
    ([property, { name }]) => sql`l.${sql.identifier(name)} as ${sql.identifier(property)}`,
  ),
  sql`, `,
)

/** Rows of a statement written by hand. */
export async function rowsOf<S extends z.ZodType>(
  schema: S,
  queries: Queries,
  statement: SQL,
): Promise<z.output<S>[]> {
  return z.object({ rows: z.array(schema) }).parse(await queries.execute(statement)).rows
}

/** Listings within the radius of a point, the nearest first, after `after`. */
export async function listingsAround(
  queries: Queries,
  point: Point,
  { after, limit }: { after: PageEnd | undefined; limit: number },
): Promise<ListingRow[]> {
  const around = isInCells(cellsAround(point, LISTING_RADIUS_METERS), 'l')
  const meters = metersFrom(point, 'l')
  const near = (source: SQL, table: SQL) => sql`
    select l.id, ${source} as source, ${columns}, ${meters} as meters
    from ${table} l where l.place_id is not null and ${around}`
  return rowsOf(
    ListingRow,
    queries,
    sql`
      select listing.*, o.fields as overrides, o.changed_at as "overriddenAt",
        p.slug as "placeSlug", p.name as "placeName", p.names as "placeNames", p.country_id as "countryId"
      from (
        select * from (
          ${near(sql`'openstreetmap'`, sql`${osmPhotographers}`)}
          union all
          ${near(sql`l.source`, sql`${operatorPhotographers}`)}
        ) found
        where meters <= ${LISTING_RADIUS_METERS}::int
        ${after && sql`and (meters, id) > (${after[0]}::int, ${after[1]}::text)`}
        order by meters, id limit ${limit}::int
      ) listing
      join ${directoryPlaces} p on p.id = listing."placeId" and p.slug is not null
      left join ${directoryOverrides} o on o.listing_id = listing.id
      order by listing.meters, listing.id`,
  )
}

/** A listing as visitors see it: corrected fields replace the source's. */
export function listingOf(row: ListingRow, locale: Locale): Photographer {
  const { source, kind, latitude, longitude, wheelchair } = row
  const said = ListingText.parse({ ...row, ...row.overrides })
  const { street, houseNumber, postcode, locality, ...shown } = said
  const changedAt = Math.max(row.changedAt.getTime(), row.overriddenAt?.getTime() ?? 0)
  return {
    id: row.id,
    source,
    sourceUrl: sourceUrlOf(row.id),
    sample: source === 'sample',
    kind,
    latitude,
    longitude,
    wheelchair,
    ...shown,
    distanceMeters: row.meters,
    city: {
      id: row.placeId,
      slug: row.placeSlug,
      name: nameIn(locale, { name: row.placeName, names: row.placeNames }),
      countryId: row.countryId,
    },
    address: { street, houseNumber, postcode, locality },
    changedAt: new Date(changedAt).toISOString(),
  }
}

/** The object's page at OpenStreetMap; null of another source. */
export function sourceUrlOf(id: string): string | null {
  const object = /^osm-(node|way|relation)-(\d+)$/.exec(id)
  return object ? `https://www.openstreetmap.org/${object[1] ?? ''}/${object[2] ?? ''}` : null
}

/** The attributions required beside data of these sources. */
export function attributionsOf(sources: Iterable<DirectorySource>): Attribution[] {
  const all: Partial<Record<DirectorySource, Attribution>> = ATTRIBUTIONS
  return [...new Set(sources)].sort().flatMap((source) => all[source] ?? [])
}
