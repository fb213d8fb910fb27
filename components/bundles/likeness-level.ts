/** Lower bounds of the likeness levels, 0..1; below all of them is `far`. */
const LEVELS = [
  ['closest', 0.75],
  ['close', 0.5],
  ['fair', 0.3],
] as const

/**
 * The level of a likeness. A figure would be too precise: between two good pictures of one person it differs by
 * chance.
 */
export function likenessLevelOf(likeness: number): (typeof LEVELS)[number][0] | 'far' {
  return LEVELS.find(([, from]) => likeness >= from)?.[0] ?? 'far'
}
