import { asc, gt } from 'drizzle-orm'
import { ATTRIBUTIONS } from '#contract/directory.ts'
import { tables, type Database } from '#backend/providers/database/database-port.ts'
import { sourceUrlOf } from './listings.ts'

const { osmPhotographers } = tables
const ROWS_PER_PAGE = 1_000

type Row = typeof osmPhotographers.$inferSelect

/** All that is taken from OpenStreetMap, as GeoJSON under its licence; page by page, however much that is. */
export async function* extractOpenStreetMap({ database }: { database: Database }): AsyncGenerator<string> {
  const { text, url, licence, licenceUrl } = ATTRIBUTIONS.openstreetmap
  const head = { attribution: text, attributionUrl: url, licence, licenceUrl }
  const opening = `{"type":"FeatureCollection",${JSON.stringify(head).slice(1, -1)},"features":[`
  let last: Row | undefined
  do {
    const page: Row[] = await database.queries
      .select()
      .from(osmPhotographers)
      .where(last && gt(osmPhotographers.id, last.id))
      .orderBy(asc(osmPhotographers.id))
      .limit(ROWS_PER_PAGE)
    const features = page.map((row) => JSON.stringify(featureOf(row)))
    // With the first page, so that nothing is said before the database was asked.
    const before = last ? (page.length > 0 ? ',' : '') : opening
    yield `${before}${page.length > 0 ? '\n' : ''}${features.join(',\n')}`
    last = page.length < ROWS_PER_PAGE ? undefined : page.at(-1)
  } while (last)
  yield '\n]}\n'
}

function featureOf({ id, latitude, longitude, cell: _cell, placeId, changedAt, ...properties }: Row) {
  return {
    type: 'Feature',
    id,
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
    properties: { ...properties, placeId, sourceUrl: sourceUrlOf(id), changedAt: changedAt.toISOString() },
  }
}
