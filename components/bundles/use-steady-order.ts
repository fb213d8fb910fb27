import { useState } from 'react'
import type { Bundle, Headshot, Reroll } from '#contract/bundles.ts'

/**
 * Headshots in the places they have on this page. A rating moves them when the page is opened anew, not under a finger;
 * one made anew comes where the old one was. While a bundle is being made, the best so far come first.
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

/** The keys of what is there: known ones in their places, the new one of a re-roll in the old one's, others at the end. */
export function inPlaces(
  order: readonly string[],
  headshots: readonly Pick<Headshot, 'userImageKey'>[],
  rerolls: readonly Pick<Reroll, 'userImageKey' | 'newUserImageKey'>[],
): string[] {
  const replaced = new Map(rerolls.map((reroll) => [reroll.userImageKey, reroll.newUserImageKey]))
  const there = headshots.map(({ userImageKey }) => userImageKey)
  const isThere = new Set(there)
  const kept = order.flatMap((known) => {
    // A new one may have been made anew itself; each step leads to a younger key, so this ends.
    let key: string | null | undefined = known
    while (key && !isThere.has(key)) key = replaced.get(key)
    return key ?? []
  })
  const places = [...new Set(kept)]
  const isPlaced = new Set(places)
  return [...places, ...there.filter((key) => !isPlaced.has(key))]
}
