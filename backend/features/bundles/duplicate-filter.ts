import type { GateReason } from '#contract/bundles.ts'

/** Two headshots whose fingerprints are this far apart or less are one picture; see `Eye.distanceOf`. */
const DUPLICATE_DISTANCE = 1

/** The verdict on one headshot by itself. */
interface Seen {
  reasons: GateReason[]
  fingerprint: string
}

/**
 * The gate of one bundle: a headshot passes when it has no fault and the bundle has no such picture yet. Call it once
 * for each headshot, in order; a passed one counts as the bundle's from then on.
 * @param held fingerprints of the bundle's headshots that passed before
 * @param distanceOf the distance of two fingerprints
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
