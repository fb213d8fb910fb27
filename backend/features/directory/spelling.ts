import { foldToSlug } from './slug.ts'

/** Shorter, nearly every name begins so. */
const LONGEST_UNCLEAR = 2

/**
 * How a name may begin that somebody typed so, in letters of an address and the likeliest first: "Zürich" and "zurich" are
 * the same there, and "zuerich" is how they are typed without the dots. Empty for what no name is written in.
 */
export function beginningsOf(text: string): string[] {
  const folded = foldToSlug(text)
  if (folded === undefined) return []
  const plain = folded.length > LONGEST_UNCLEAR ? folded.replace(/([aou])e/g, '$1') : folded
  return plain === folded ? [folded] : [folded, plain]
}
