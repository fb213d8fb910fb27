import { sql, type SQL } from 'drizzle-orm'
import { tables, type Queries } from '#backend/providers/database/database-port.ts'

const {
  directoryCountries: countries,
  directoryPlaces: places,
  osmPhotographers,
  operatorPhotographers,
} = tables

/** A list of texts as one parameter, of any length. */
export function textsOf(values: Iterable<string>): SQL {
  return sql`(select jsonb_array_elements_text(${JSON.stringify([...values])}::jsonb))`
}

/** Recounts the listings of these places, and marks their pages as changed at `now`. */
export async function recountPlaces(tx: Queries, placeIds: Iterable<string>, now: Date): Promise<void> {
  const ids = [...new Set(placeIds)].sort()
  if (ids.length === 0) return
  await tx.execute(sql`
    update ${places} p set
      listing_count = (select count(*) from ${osmPhotographers} l where l.place_id = p.id)
        + (select count(*) from ${operatorPhotographers} l where l.place_id = p.id),
      changed_at = greatest(p.changed_at, ${now.toISOString()}::timestamptz)
    where p.id in ${textsOf(ids)}`)
}

/** Corrects the counts of countries where they differ; of all countries, or of one place's. */
export async function recountCountries(tx: Queries, ofPlaceId?: string): Promise<void> {
  const one = sql`where c.id = (select country_id from ${places} where id = ${ofPlaceId ?? ''})`
  await tx.execute(sql`
    update ${countries} c set
      city_count = n.cities, listed_city_count = n.listed, listing_count = n.listings, changed_at = n.changed_at
    from (
      select c.id, count(p.id)::int as cities, (count(p.id) filter (where p.listing_count > 0))::int as listed,
        coalesce(sum(p.listing_count), 0)::int as listings,
        greatest(c.changed_at, max(p.changed_at)) as changed_at
      from ${countries} c
      left join ${places} p on p.country_id = c.id and p.withdrawn_at is null and p.slug is not null
      ${ofPlaceId === undefined ? sql`` : one}
      group by c.id
    ) n
    where n.id = c.id
      and (c.city_count, c.listed_city_count, c.listing_count, c.changed_at)
        is distinct from (n.cities, n.listed, n.listings, n.changed_at)`)
}
