import { expect } from 'expect'
import { HEADSHOTS_PER_BUNDLE } from '#contract/limits.ts'
import type { StyleId } from '#contract/styles.ts'
import { testEach } from '#tests/support/each.ts'
import { mayTryAnother } from './candidates.ts'

const CENT = 10_000

/** How many pictures are made at most when none of them passes, `atOnce` at a time, each at the same cost. */
function triedInVain(styleId: StyleId, eachMicros: number, atOnce: number): number {
  let ended = 0
  for (;;) {
    let underWay = 0
    const may = () =>
      mayTryAnother({
        styleId,
        wanted: HEADSHOTS_PER_BUNDLE,
        ended,
        underWay,
        costMicros: ended * eachMicros,
      })
    while (underWay < atOnce && may()) underWay += 1
    if (underWay === 0) return ended
    ended += underWay
  }
}

testEach<[string, StyleId, number, number]>([
  ['of an engine that records no cost', 'blazer', 0, 22],
  ['that cost next to nothing', 'blazer', 1, 32],
  ['at 2.5 cents, of the dearest tier', 'blazer', 2.5 * CENT, 32],
  ['at 8 cents, of the dearest tier: 2 dollars', 'blazer', 8 * CENT, 24],
  ['at 2.5 cents, of the cheapest tier: 49 cents', 'studio-grey', 2.5 * CENT, 19],
  ['that cost more than the tier brings: what was promised', 'studio-grey', 20 * CENT, 12],
])('pictures %s', (_name, styleId, eachMicros, count) => {
  for (const atOnce of [1, 4]) expect(triedInVain(styleId, eachMicros, atOnce)).toBe(count)
})
