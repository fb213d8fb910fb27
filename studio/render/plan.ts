import type { ModelSelfie, PersonModel } from '#studio/model/model.ts'
import { seedOf } from '#studio/scene/noise.ts'
import { VARIATIONS } from '#studio/scene/styles.ts'
import type { StyleId } from '#studio/scene/styles.ts'

/** One headshot to be rendered: which selfie, which of its variations, and the seed of everything random. */
export interface Shot {
  selfieId: string
  variation: number
  seed: number
}

/** Headshots of one selfie that a customer would keep beside one another: one from nearer, one from farther off. */
export const TAKES_KEPT = 2

/** How many different headshots so many good selfies give. */
export function headshotsFrom(goodSelfies: number): number {
  return TAKES_KEPT * goodSelfies
}

/**
 * ln(left / right) of the skin's light: beyond the first a selfie has a lit side of its own, which takes the first
 * shot; beyond the second another light would look false, so every shot keeps that side.
 */
const SIDED = 0.06
const ONE_SIDED = 0.4

type Lit = Pick<ModelSelfie, 'light'>

/** Side of the key light in a selfie's variation, as the viewer sees it: on a strongly lit face always the lit side. */
export function sideOf({ light }: Lit, variation: number): 'left' | 'right' {
  const planned = VARIATIONS[variation]?.side ?? 'left'
  const own = light.leftToRight > 0 ? 'left' : 'right'
  if (Math.abs(light.leftToRight) > ONE_SIDED) return own
  if (Math.abs(light.leftToRight) < SIDED || own === VARIATIONS[0]?.side) return planned
  return planned === 'left' ? 'right' : 'left'
}

/**
 * Shots for one bundle: every selfie once before any of them a second time, best first, near and far taking turns, so
 * that neighbours in the gallery differ. Shots after the first two of each selfie replace one that the gate refuses:
 * see `framingOf`. No two shots share selfie, side and crop. Fewer than `count` where the selfies give no more.
 */
export function planBundle(model: Pick<PersonModel, 'selfies'>, styleId: StyleId, count: number): Shot[] {
  const rounds = VARIATIONS.map((_, round) =>
    model.selfies.map(({ id }, index) => {
      const variation = TAKES_KEPT * Math.floor(round / TAKES_KEPT) + ((round + index) % TAKES_KEPT)
      return { selfieId: id, variation, seed: seedOf(`${styleId}/${id}/${variation}`) }
    }),
  )
  return rounds.flat().slice(0, Math.max(0, count))
}

/** Shots of one framing show the same selfie cut alike: a customer keeps one of them. */
export function framingOf({ selfieId, variation }: Shot): string {
  return `${selfieId}/${variation % TAKES_KEPT === 0 ? 'far' : 'near'}`
}
