import { Readable, pipeline } from 'node:stream'
import { pick } from 'stream-json/filters/pick.js'
import { streamValues } from 'stream-json/streamers/stream-values.js'
import { z } from 'zod'
import { readListing, type GivenListing } from './listing.ts'
import { SourceError, readAs, type Parsed, type Read } from './records.ts'

const Coordinates = z.object({ lat: z.number(), lon: z.number() })
const Element = z.object({
  type: z.string(),
  id: z.int().positive(),
  lat: z.number().optional(),
  lon: z.number().optional(),
  center: Coordinates.optional(),
  tags: z.record(z.string(), z.string()).optional(),
})
const Item = z.object({ value: z.unknown() })

/**
 * Elements of an answer in Overpass' JSON, one by one.
 * @throws SourceError when the answer declares itself incomplete, an Error when it is no JSON
 * @see https://wiki.openstreetmap.org/wiki/Overpass_API/Overpass_QL#Output_Format_(out:)
 */
export async function* readOverpass(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Read<GivenListing>[]> {
  const items = pipeline(
    Readable.from(chunks, { objectMode: false }),
    pick.withParserAsStream({ filter: /^(?:elements\.\d+|remark)$/ }),
    streamValues.asStream(),
    // An error reaches the reader of the last stream.
    () => undefined,
  )
  let line = 0
  let isAnswer = false
  for await (const item of items) {
    const { value } = Item.parse(item)
    isAnswer = true
    // A server that gave up midway appends a remark.
    if (typeof value === 'string') throw new SourceError(`the answer is cut off: ${value.slice(0, 200)}`)
    line++
    yield [readAs(line, JSON.stringify(value), parseElement(value))]
  }
  if (!isAnswer) throw new SourceError('the file has no elements')
}

/** @see https://wiki.openstreetmap.org/wiki/Tag:craft%3Dphotographer */
export function parseElement(given: unknown): Parsed<GivenListing> {
  const parsed = Element.safeParse(given)
  if (!parsed.success) return { reject: `no element: ${parsed.error.issues[0]?.path.join('.') ?? ''}` }
  const { type, id, center, tags = {} } = parsed.data
  if (!/^(?:node|way|relation)$/.test(type)) return 'skip'
  const kind =
    tags['craft'] === 'photographer' ? 'photographer' : tags['shop'] === 'photo' ? 'photo_shop' : undefined
  if (!kind) return 'skip'
  const { lat, lon } = center ?? parsed.data
  if (lat === undefined || lon === undefined) return { reject: 'no centre: ask Overpass for `out center`' }
  return readListing({
    id: `osm-${type}-${id}`,
    kind,
    latitude: lat,
    longitude: lon,
    name: tags['name'] ?? tags['brand'] ?? tags['operator'],
    street: tags['addr:street'] ?? tags['addr:place'],
    houseNumber: tags['addr:housenumber'],
    postcode: tags['addr:postcode'],
    locality: tags['addr:city'],
    website: tags['website'] ?? tags['contact:website'] ?? tags['url'],
    phone: tags['phone'] ?? tags['contact:phone'] ?? tags['contact:mobile'],
    email: tags['email'] ?? tags['contact:email'],
    openingHours: tags['opening_hours'],
    wheelchair: tags['wheelchair'],
  })
}
