/** From where on a likeness, 0..1, is called so; what lies under all of them is `far`. */
const LEVELS = [
  ['closest', 0.75],
  ['close', 0.5],
  ['fair', 0.3],
] as const

/**
 * A likeness as it is told. A figure would say more than it knows: between two good pictures of one person it differs by
 * chance.
 */
export function likenessLevelOf(likeness: number): (typeof LEVELS)[number][0] | 'far' {
  return LEVELS.find(([, from]) => likeness >= from)?.[0] ?? 'far'
}
