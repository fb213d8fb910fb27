import { toPlainLetters } from '#backend/features/plain-letters.ts'

const SLUG_MAX_LENGTH = 80
/** Looks like an id, or would with a number: a city may be asked for by either. */
const RESERVED = /^(?:geonames|sample)(?:-\d+)*$/

/** Lower-case ASCII words joined by hyphens; undefined when the text has a letter that cannot be written so. */
export function foldToSlug(text: string): string | undefined {
  // An apostrophe joins the letters beside it.
  const folded = toPlainLetters(text).replace(/['’ʼʻ‘`´]/g, '')
  if (/[^\p{ASCII}]/u.test(folded.replace(/[^\p{L}\p{N}]/gu, ''))) return undefined
  const words = folded.match(/[a-z0-9]+/g)
  if (!words) return undefined
  const slug = words.join('-')
  if (slug.length <= SLUG_MAX_LENGTH) return slug
  return slug.slice(0, SLUG_MAX_LENGTH).replace(/-[^-]*$/, '')
}

/** The text that a place's slug is made of: its name, else its name in ASCII, else its id. */
export function slugBaseOf(place: { id: string; name: string; asciiName: string }): string {
  const base = foldToSlug(place.name) ?? foldToSlug(place.asciiName) ?? `place-${place.id}`
  return RESERVED.test(base) ? `${base}-place` : base
}

/**
 * The slugs a place may have, the best first, without end: the bare name, with its region where that is
 * written in letters, with its number.
 */
export function* slugsOf(place: {
  id: string
  slugBase: string
  region: string | null
}): Generator<string, never> {
  const { id, slugBase, region } = place
  yield slugBase
  if (region !== null && /^[A-Za-z]{1,3}$/.test(region)) yield `${slugBase}-${region.toLowerCase()}`
  const number = /\d+$/.exec(id)?.[0] ?? id
  yield `${slugBase}-${number}`
  for (let n = 2; ; n++) yield `${slugBase}-${number}-${n}`
}

/** The best of its slugs that is free. */
export function freeSlug(
  place: { id: string; slugBase: string; region: string | null },
  isTaken: (slug: string) => boolean,
): string {
  const slugs = slugsOf(place)
  for (;;) {
    const slug = slugs.next().value
    if (!isTaken(slug)) return slug
  }
}
