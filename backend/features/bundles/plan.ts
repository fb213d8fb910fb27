import { isDeepStrictEqual } from 'node:util'
import type { Shot } from '#backend/providers/engine/port.ts'

/**
 * The first `usedCount` shots of a plan, then those that it has not used, pure. A shot that comes from the database may have
 * its keys in another order.
 */
export function withRest(plan: readonly Shot[], usedCount: number, shots: readonly Shot[]): Shot[] {
  const used = plan.slice(0, usedCount)
  return [...used, ...shots.filter((shot) => !used.some((known) => isDeepStrictEqual(known, shot)))]
}
