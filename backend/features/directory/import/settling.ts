import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { LISTING_RADIUS_METERS } from '#contract/directory.ts'
import { tables, type Queries } from '#backend/providers/database/database-port.ts'
import { recountPlaces } from '../place-counters.ts'
import { cellsAround, metersBetween } from '../place-grid.ts'
import { rowsOf } from '../listings.ts'
import { slugsOf } from '../slug.ts'

const { directoryPlaces: places, osmPhotographers, operatorPhotographers } = tables

/** Slugs of a place that are looked up with those of its page; further ones are needed by next to none. */
const LIKELY_SLUGS = 4

const Nameless = z.object({
  id: z.string(),
  countryId: z.string(),
  region: z.string().nullable(),
  slugBase: z.string(),
})
interface CountrySlug {
  countryId: string
  slug: string
}

/** Gives slugs to a page of places that have none, the most populous of a country first; answers how many. */
export async function giveSlugs(tx: Queries, limit: number): Promise<number> {
  const nameless = await rowsOf(
    Nameless,
    tx,
    sql`
      select id, country_id as "countryId", region, slug_base as "slugBase" from ${places}
      where slug is null order by country_id, population desc, id limit ${limit}::int`,
  )
  if (nameless.length === 0) return 0
  const likely = nameless.flatMap((place) => {
    const slugs = slugsOf(place)
    return Array.from({ length: LIKELY_SLUGS }, () => ({
      countryId: place.countryId,
      slug: slugs.next().value,
    }))
  })
  const taken = await takenOf(tx, likely)
  const known = new Set(likely.map(keyOf))
  const named: { id: string; slug: string }[] = []
  for (const place of nameless) {
    const { id, countryId } = place
    for (const slug of slugsOf(place)) {
      const wanted = { countryId, slug }
      const isFree = known.has(keyOf(wanted)) || (await takenOf(tx, [wanted])).size === 0
      if (!isFree || taken.has(keyOf(wanted))) continue
      taken.add(keyOf(wanted))
      named.push({ id, slug })
      break
    }
  }
  await tx.execute(sql`
    update ${places} p set slug = g.slug
    from jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as g(id text, slug text) where p.id = g.id`)
  return nameless.length
}

const keyOf = ({ countryId, slug }: CountrySlug) => `${countryId} ${slug}`

async function takenOf(tx: Queries, wanted: readonly CountrySlug[]): Promise<Set<string>> {
  const taken = await rowsOf(
    z.object({ countryId: z.string(), slug: z.string() }),
    tx,
    sql`
      select p.country_id as "countryId", p.slug
      from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as g("countryId" text, slug text)
      join ${places} p on p.country_id = g."countryId" and p.slug = g.slug`,
  )
  return new Set(taken.map(keyOf))
}

const Listing = z.object({
  id: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  placeId: z.string().nullable(),
})
const Candidate = z.object({
  listingId: z.string(),
  id: z.string(),
  latitude: z.number(),
  longitude: z.number(),
})

export interface Placed {
  /** The start of the next page; undefined after the last. */
  last: string | undefined
  moved: number
  unplaced: number
}

/** Puts a page of listings to the nearest place within 25 km; of two as near, to the first by id. */
export async function placeListings(
  tx: Queries,
  table: 'osm' | 'operator',
  { after, limit, now }: { after: string; limit: number; now: Date },
): Promise<Placed> {
  const source = table === 'osm' ? sql`${osmPhotographers}` : sql`${operatorPhotographers}`
  const listings = await rowsOf(
    Listing,
    tx,
    sql`
      select id, latitude, longitude, place_id as "placeId" from ${source}
      where id > ${after} and id not like 'sample-%' order by id limit ${limit}::int`,
  )
  const nearest = await nearestPlaces(tx, listings)
  const moved = listings.flatMap(({ id, placeId }) => {
    const found = nearest.get(id)?.id ?? null
    return found === placeId ? [] : [{ id, from: placeId, to: found }]
  })
  if (moved.length > 0) {
    await tx.execute(sql`
      update ${source} l set place_id = g."to"
      from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as g(id text, "to" text) where l.id = g.id`)
    await recountPlaces(
      tx,
      moved.flatMap(({ from, to }) => [from, to]).filter((id) => id !== null),
      now,
    )
  }
  return {
    last: listings.length < limit ? undefined : listings.at(-1)?.id,
    moved: moved.length,
    unplaced: listings.length - nearest.size,
  }
}

async function nearestPlaces(tx: Queries, listings: readonly z.infer<typeof Listing>[]) {
  const ranges = listings.flatMap((listing) =>
    cellsAround(listing, LISTING_RADIUS_METERS).map((range) => ({ listingId: listing.id, ...range })),
  )
  // Each range is a lookup in the index of cells; a page returns some thousands of rows at most.
  const candidates = await rowsOf(
    Candidate,
    tx,
    sql`
      select g."listingId", p.id, p.latitude, p.longitude
      from jsonb_to_recordset(${JSON.stringify(ranges)}::jsonb) as g("listingId" text, first int, last int)
      cross join lateral (
        select id, latitude, longitude from ${places}
        where cell between g.first and g.last and withdrawn_at is null and slug is not null
        offset 0
      ) p`,
  )
  const listingOf = new Map(listings.map((listing) => [listing.id, listing]))
  const nearest = new Map<string, { id: string; meters: number }>()
  for (const { listingId, ...place } of candidates) {
    const listing = listingOf.get(listingId)
    if (!listing) continue
    const meters = metersBetween(listing, place)
    const best = nearest.get(listingId)
    if (meters > LISTING_RADIUS_METERS) continue
    if (!best || meters < best.meters || (meters === best.meters && place.id < best.id)) {
      nearest.set(listingId, { id: place.id, meters })
    }
  }
  return nearest
}
