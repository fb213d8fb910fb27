import type { GateReason } from '#contract/bundles.ts'

/** Two headshots whose fingerprints are this far apart or less are one picture; see `Eye.distanceOf`. */
const DUPLICATE_DISTANCE = 1

/** What was seen of one headshot on its own. */
interface Seen {
  reasons: GateReason[]
  fingerprint: string
}

/**
 * The gate of one bundle: a headshot passes when nothing speaks against it and the bundle does not hold the picture
 * already. Ask it once for each headshot, as it comes; what passes counts as held from then on.
 * @param held fingerprints of the bundle's headshots that passed before
 * @param distanceOf how far two fingerprints are apart
 */
export function createDuplicateFilter(
  held: readonly string[],
  distanceOf: (one: string, other: string) => number,
): <T extends Seen>(headshot: T) => T & { passed: boolean } {
  const passed = [...held]
  return (headshot) => {
    const { reasons, fingerprint } = headshot
    if (reasons.length > 0) return { ...headshot, passed: false }
    if (passed.some((other) => distanceOf(fingerprint, other) <= DUPLICATE_DISTANCE)) {
      return { ...headshot, passed: false, reasons: ['duplicate'] }
    }
    passed.push(fingerprint)
    return { ...headshot, passed: true }
  }
}
