import { informationOf, type Ranking } from './ranking.ts'

/** Closer than this, two pairs tell the same. */
const SAME = 1e-9

/**
 * The pair whose vote would tell most, of those not asked yet; null when all were. Chance decides among equals and which
 * of the two comes first, so that friends are not all asked the same, and none is favoured by its side.
 * @param random as Math.random
 */
export function mostTellingPair(
  ranking: Ranking,
  wasAsked: (one: number, other: number) => boolean,
  random: () => number,
): [number, number] | null {
  let best: [number, number] | null = null
  let most = -Infinity
  let equals = 0
  for (let one = 0; one < ranking.standings.length; one++) {
    for (let other = one + 1; other < ranking.standings.length; other++) {
      if (wasAsked(one, other)) continue
      const information = informationOf(ranking, one, other)
      if (information < most - SAME) continue
      equals = information > most + SAME ? 1 : equals + 1
      most = Math.max(most, information)
      // The nth of equals takes the place of those before with a chance of one in n: each has the same in the end.
      if (random() * equals < 1) best = [one, other]
    }
  }
  return best && random() < 0.5 ? [best[1], best[0]] : best
}
