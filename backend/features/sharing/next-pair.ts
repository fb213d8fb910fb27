import { informationOf, type Ranking } from './ranking.ts'

/** Two pairs with closer values have the same information. */
const SAME = 1e-9

/**
 * The unasked pair whose vote has the most information; null when all were asked. Equal pairs, and the order within a
 * pair, are drawn at random, so that friends get different pairs and no side is favoured.
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
