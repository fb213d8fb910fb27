import type { ModelSelfie, PersonModel } from '#studio/person/model.ts'
import { seedOf } from '#studio/scene/noise.ts'
import { USUAL_VARIATIONS, VARIATIONS } from '#studio/scene/styles.ts'
import type { StyleId } from '#studio/scene/styles.ts'

/** One headshot to be rendered: which selfie, which of its variations, and the seed of everything random. */
export interface Shot {
  selfieId: string
  variation: number
  seed: number
}

/** Takes of one good selfie that differ so that a customer would keep each. */
const TAKES_KEPT = 2

/** How many different headshots so many good selfies give. */
export function headshotsFrom(goodSelfies: number): number {
  return goodSelfies * TAKES_KEPT
}

/** Selfies this much worse than the best are used only when the others are exhausted. */
const RANK_WINDOW = 0.5
/**
 * ln(left / right) of the skin's light: beyond the first a selfie has a lit side of its own, which takes the first
 * shot; beyond the second no other light is believed, so every shot keeps it.
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
 * Shots for one bundle, best selfies first and taking turns, so that neighbours in the gallery differ; what a good selfie
 * has left comes before a clearly worse one. No two shots share selfie, side and crop. Returns fewer than `count` when the
 * selfies have no more distinct variations to give.
 */
export function planBundle(model: Pick<PersonModel, 'selfies'>, styleId: StyleId, count: number): Shot[] {
  const best = model.selfies[0]?.rank ?? 0
  const good = model.selfies.filter((selfie) => selfie.rank >= best - RANK_WINDOW)
  const others = model.selfies.filter((selfie) => selfie.rank < best - RANK_WINDOW)
  const shots = [good, others].flatMap((group) => [
    ...inTurns(group, styleId, 0, USUAL_VARIATIONS),
    ...inTurns(group, styleId, USUAL_VARIATIONS, VARIATIONS.length),
  ])
  return shots.slice(0, Math.max(0, count))
}

/** The selfies' variations from one to before another, each selfie in its turn. */
function inTurns(
  group: readonly Pick<ModelSelfie, 'id'>[],
  styleId: StyleId,
  from: number,
  to: number,
): Shot[] {
  return Array.from({ length: to - from }, (_, turn) =>
    group.map(({ id }, index) => {
      // Staggered starts: the first round already shows both light sides.
      const variation = from + ((turn + index) % (to - from))
      return { selfieId: id, variation, seed: seedOf(`${styleId}/${id}/${variation}`) }
    }),
  ).flat()
}
