import { useState } from 'react'
import type { Bundle, Headshot, Reroll } from '#contract/bundles.ts'

/**
 * Headshots in their places on this page. A rating moves them when the page is opened again, not under a finger; a
 * re-rolled one takes the old one's place. During generation, the best so far come first.
 */
export function useSteadyOrder(bundle: Bundle, isBusy: boolean): readonly Headshot[] {
  const [order, setOrder] = useState<readonly string[]>([])
  const next = isBusy
    ? bundle.headshots.map(({ userImageKey }) => userImageKey)
    : inPlaces(order, bundle.headshots, bundle.rerolls)
  if (next.join() !== order.join()) setOrder(next)
  const byKey = new Map(bundle.headshots.map((headshot) => [headshot.userImageKey, headshot]))
  return next.flatMap((key) => byKey.get(key) ?? [])
}

/**
 * The keys of the current headshots: known ones in their places, a re-roll's result in the old one's, others at the
 * end.
 */
export function inPlaces(
  order: readonly string[],
  headshots: readonly Pick<Headshot, 'userImageKey'>[],
  rerolls: readonly Pick<Reroll, 'userImageKey' | 'newUserImageKey'>[],
): string[] {
  const replaced = new Map(rerolls.map((reroll) => [reroll.userImageKey, reroll.newUserImageKey]))
  const there = headshots.map(({ userImageKey }) => userImageKey)
  const isThere = new Set(there)
  const kept = order.flatMap((known) => {
    // A result may have been re-rolled itself; each step leads to a younger key, so the loop ends.
    let key: string | null | undefined = known
    while (key && !isThere.has(key)) key = replaced.get(key)
    return key ?? []
  })
  const places = [...new Set(kept)]
  const isPlaced = new Set(places)
  return [...places, ...there.filter((key) => !isPlaced.has(key))]
}
