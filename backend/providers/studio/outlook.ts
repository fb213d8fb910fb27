import type { Engine } from '#backend/providers/engine/engine-port.ts'
import { CARES } from '#studio/render/cares.ts'
import { headshotsFrom } from '#studio/render/plan.ts'

/** What of the engine is asked before anything is paid; it needs no nets and no processes. */
export const studioOutlook: Pick<Engine, 'headshotsFrom' | 'cares'> = { headshotsFrom, cares: CARES }
