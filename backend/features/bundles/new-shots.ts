import { isDeepStrictEqual } from 'node:util'
import type { Shot } from '#backend/providers/engine/engine-port.ts'

/** The shots that a plan does not hold, pure. One that comes from the database may have its keys in another order. */
export function unknownTo(plan: readonly Shot[], shots: readonly Shot[]): Shot[] {
  return shots.filter((shot) => !plan.some((known) => isDeepStrictEqual(known, shot)))
}
