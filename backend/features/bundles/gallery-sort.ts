import { HeadshotRating } from '#contract/bundles.ts'

/** What the order of a gallery is made of. */
export interface Ranked {
  passed: boolean
  /** See `HeadshotVerdict.appeal`. */
  appeal: number
  /** 0..1 */
  likeness: number
  sourceKey: string
  shotIndex: number
}

/** A picture below this share of the best one's appeal comes late, even if it is different. */
const WORTH_SHOWING = 0.6

/**
 * Best first, pure: by appeal, as a photographer would pick, the likest first among equals. Different source pictures
 * come before a second one of the same; headshots with far less appeal than the best follow, and those that did not
 * pass the gate come last.
 */
export function bestFirst<T extends Ranked>(headshots: readonly T[]): T[] {
  const passed = headshots.filter((headshot) => headshot.passed).sort(byAppeal)
  const least = WORTH_SHOWING * (passed[0]?.appeal ?? 0)
  return [
    ...inTurns(passed.filter(({ appeal }) => appeal >= least)),
    ...inTurns(passed.filter(({ appeal }) => appeal < least)),
    ...headshots.filter((headshot) => !headshot.passed).sort(byAppeal),
  ]
}

const FROM_MOST_LIKED = HeadshotRating.options.toReversed()

/**
 * The favourite, then loved ones, then liked ones, then the rest, otherwise in the given order; headshots that did
 * not pass stay last.
 */
export function ratedFirst<T extends { passed: boolean; rating: HeadshotRating; isFavourite: boolean }>(
  ordered: readonly T[],
): T[] {
  const passed = ordered.filter((one) => one.passed)
  const others = passed.filter((one) => !one.isFavourite)
  return [
    ...passed.filter((one) => one.isFavourite),
    ...FROM_MOST_LIKED.flatMap((rating) => others.filter((one) => one.rating === rating)),
    ...ordered.filter((one) => !one.passed),
  ]
}

function byAppeal(one: Ranked, other: Ranked): number {
  return other.appeal - one.appeal || other.likeness - one.likeness || one.shotIndex - other.shotIndex
}

/** The best of each source, then the second of each, and so on; in a round by appeal, as they come in. */
function inTurns<T extends Ranked>(sorted: readonly T[]): T[] {
  const seen = new Map<string, number>()
  const rounds: T[][] = []
  for (const headshot of sorted) {
    const round = seen.get(headshot.sourceKey) ?? 0
    seen.set(headshot.sourceKey, round + 1)
    ;(rounds[round] ??= []).push(headshot)
  }
  return rounds.flat()
}
