import type { SelfieChoices } from '#backend/providers/engine/engine-port.ts'
import { TAKES_KEPT } from '#studio/render/plan.ts'
import type { Shot } from '#studio/render/plan.ts'

/**
 * A plan filtered by the owner's choices, pure: no shots of left-out selfies; the usual shots of preferred selfies
 * come first, their further shots keep their places.
 */
export function chosenShots(plan: readonly Shot[], { preferred, leftOut }: SelfieChoices): Shot[] {
  const allowed = plan.filter(({ selfieId }) => !leftOut.includes(selfieId))
  const isFirst = ({ selfieId, variation }: Shot) => variation < TAKES_KEPT && preferred.includes(selfieId)
  return [...allowed.filter(isFirst), ...allowed.filter((shot) => !isFirst(shot))]
}
