import { Wheelchair, type PhotographerKind } from '#contract/directory.ts'
import { cellOf } from '../place-grid.ts'
import type { Parsed } from './records.ts'
import { NAME_MAX_LENGTH, cleanEmail, cleanLine, cleanPhone, cleanWebsite, readPosition } from './texts.ts'

export interface GivenListing {
  id: string
  kind: PhotographerKind
  name: string
  latitude: number
  longitude: number
  cell: number
  street: string | null
  houseNumber: string | null
  postcode: string | null
  locality: string | null
  website: string | null
  phone: string | null
  email: string | null
  openingHours: string | null
  wheelchair: Wheelchair | null
}

/** A source's raw fields of a listing; absent and empty are the same. */
export type RawListing = {
  id: string
  kind: PhotographerKind
  latitude: unknown
  longitude: unknown
} & Partial<
  Record<
    | 'name'
    | 'street'
    | 'houseNumber'
    | 'postcode'
    | 'locality'
    | 'website'
    | 'phone'
    | 'email'
    | 'openingHours'
    | 'wheelchair',
    string | undefined
  >
>

/** Reads a listing with a valid name and position; invalid other fields are dropped and named. */
export function readListing(raw: RawListing): Parsed<GivenListing> {
  const name = cleanLine(raw.name ?? '', NAME_MAX_LENGTH)
  if (name === undefined) return { reject: raw.name ? 'name cannot be shown' : 'no name' }
  const position = readPosition(raw.latitude, raw.longitude)
  if (!position) return { reject: 'no position on Earth' }
  const leftOut: string[] = []
  const part = <T>(field: keyof RawListing, clean: (text: string) => T | undefined): T | null => {
    const given = raw[field]
    if (typeof given !== 'string' || given.trim() === '') return null
    const value = clean(given)
    if (value === undefined) leftOut.push(field)
    return value ?? null
  }
  const value: GivenListing = {
    id: raw.id,
    kind: raw.kind,
    name,
    ...position,
    cell: cellOf(position),
    street: part('street', cleanLine),
    houseNumber: part('houseNumber', (text) => cleanLine(text, 40)),
    postcode: part('postcode', (text) => cleanLine(text, 20)),
    locality: part('locality', cleanLine),
    website: part('website', cleanWebsite),
    phone: part('phone', cleanPhone),
    email: part('email', cleanEmail),
    openingHours: part('openingHours', cleanLine),
    wheelchair: part('wheelchair', (text) => Wheelchair.safeParse(text).data),
  }
  return leftOut.length === 0 ? { value } : { value, note: `taken without ${leftOut.join(', ')}` }
}
