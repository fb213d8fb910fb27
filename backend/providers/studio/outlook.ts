import type { Engine } from '#backend/providers/engine/engine-port.ts'
import { CARES } from '#studio/render/cares.ts'
import { headshotsFrom } from '#studio/render/plan.ts'

/** The engine's functions that are called before payment; they need no nets and no processes. */
export const studioOutlook: Pick<Engine, 'headshotsFrom' | 'cares'> = { headshotsFrom, cares: CARES }
