import type { SelfieChoices } from '#backend/providers/engine/engine-port.ts'
import { TAKES_KEPT } from '#studio/render/plan.ts'
import type { Shot } from '#studio/render/plan.ts'

/**
 * A plan as the owner's choices have it, pure: nothing of selfies that are left out; the usual takes of those that are
 * preferred come first, and their others in the turn they had.
 */
export function chosenShots(plan: readonly Shot[], { preferred, leftOut }: SelfieChoices): Shot[] {
  const allowed = plan.filter(({ selfieId }) => !leftOut.includes(selfieId))
  const isFirst = ({ selfieId, variation }: Shot) => variation < TAKES_KEPT && preferred.includes(selfieId)
  return [...allowed.filter(isFirst), ...allowed.filter((shot) => !isFirst(shot))]
}
