import { isAlike } from './gate/fingerprint.ts'
import type { GateReason } from './gate/gate.ts'

/** Shots planned beyond those wanted, to be made in place of headshots that do not pass. */
export const REROLLS_MAX = 10

/**
 * Makes items in order, up to `parallelism` at once, until `wanted` of them turned out well or none is left.
 * Never has more under way than are still wanted. The first failure ends it, once what is under way has ended.
 */
export async function makeUntilEnough<T>(
  items: Iterator<T>,
  wanted: number,
  parallelism: number,
  make: (item: T) => Promise<boolean>,
): Promise<void> {
  let missing = wanted
  let failure: { error: unknown } | undefined
  const underWay = new Set<Promise<void>>()
  for (;;) {
    while (!failure && underWay.size < Math.min(parallelism, missing)) {
      const next = items.next()
      if (next.done) break
      const work: Promise<void> = make(next.value)
        .then((isGood) => void (missing -= isGood ? 1 : 0))
        .catch((error: unknown) => void (failure ??= { error }))
        .finally(() => underWay.delete(work))
      underWay.add(work)
    }
    if (underWay.size === 0) break
    await Promise.race(underWay)
  }
  if (failure) throw failure.error
}

/** What the gate found of one headshot on its own. */
export interface Judged {
  passed: boolean
  reasons: GateReason[]
  fingerprint: string
}

/**
 * The gate's last question, which only the bundle can answer: does it hold this picture already? Ask it once for each
 * headshot, as it comes; what passes counts as held from then on.
 * @param accepted fingerprints of the bundle's headshots that passed before
 */
export function createDuplicateCheck(accepted: readonly string[] = []): <T extends Judged>(headshot: T) => T {
  const held = [...accepted]
  return (headshot) => {
    if (!headshot.passed) return headshot
    if (held.some((fingerprint) => isAlike(fingerprint, headshot.fingerprint))) {
      return { ...headshot, passed: false, reasons: [...headshot.reasons, 'duplicate'] }
    }
    held.push(headshot.fingerprint)
    return headshot
  }
}
