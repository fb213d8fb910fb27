import type { HeadshotOutlook } from '#contract/bundles.ts'
import { HEADSHOTS_PER_BUNDLE, SELFIE_MAX_ACCEPTED } from '#contract/limits.ts'
import type { EnginePromise } from '#backend/providers/engine/engine-port.ts'

/** How many headshots a bundle made of so many good selfies is promised to have. */
export function promiseOf(
  { headshotsFrom }: Pick<EnginePromise, 'headshotsFrom'>,
  selfieCount: number,
): number {
  return Math.min(HEADSHOTS_PER_BUNDLE, headshotsFrom(selfieCount))
}

/** The facts that decide about a person's next bundle. */
export interface NextBundle {
  /** Good selfies. */
  selfieCount: number
  /** Whether more selfies would give more headshots. */
  canGrow: boolean
  /** Whether the person has to be trained first. */
  lacksModel: boolean
}

/** The number of headshots promised for a bundle, and how many more good selfies would give the most. */
export function outlookOf(
  engine: Pick<EnginePromise, 'headshotsFrom'>,
  { selfieCount, canGrow }: Omit<NextBundle, 'lacksModel'>,
): HeadshotOutlook {
  const headshotCount = promiseOf(engine, selfieCount)
  const most = promiseOf(engine, Math.max(selfieCount, SELFIE_MAX_ACCEPTED))
  if (headshotCount >= most || !canGrow) return { selfieCount, headshotCount, further: null }
  let needed = selfieCount + 1
  while (promiseOf(engine, needed) < most) needed++
  return { selfieCount, headshotCount, further: { selfieCount: needed - selfieCount, headshotCount: most } }
}
