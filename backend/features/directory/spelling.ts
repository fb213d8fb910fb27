import { foldToSlug } from './slug.ts'

/** Shorter, nearly every name begins so. */
const LONGEST_UNCLEAR = 2

/**
 * The possible beginnings of a name that was typed like this, in the letters of a slug, the likeliest first: "Zürich"
 * and "zurich" are equal there, and "zuerich" is the spelling without umlauts. Empty for a text in letters no name
 * has.
 */
export function beginningsOf(text: string): string[] {
  const folded = foldToSlug(text)
  if (folded === undefined) return []
  const plain = folded.length > LONGEST_UNCLEAR ? folded.replace(/([aou])e/g, '$1') : folded
  return plain === folded ? [folded] : [folded, plain]
}
