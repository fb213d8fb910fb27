import { randomUUID } from 'node:crypto'
import { SELFIE_MIN_ACCEPTED } from '#contract/limits.ts'
import { StyleId } from '#contract/styles.ts'
import type { ProfiledEngine } from '#backend/providers/engine/engine-port.ts'
import type { Eye } from '#backend/providers/eye/eye-port.ts'
import type { Finishing } from '#backend/providers/finishing/finishing-port.ts'
import type { Signer } from '#backend/providers/signer/signer-port.ts'
import type { Storage } from '#backend/providers/storage/storage-port.ts'
import { studioOutlook } from '#backend/providers/studio/outlook.ts'
import {
  UNSIGNED,
  createBehaviour,
  createEngine,
  createEye,
  createFinishing,
  modelOf,
  openScriptedStudio,
} from '#tests/api/support/scripted.ts'

const behaviour = createBehaviour()
/** Good selfies give two each, and some styles come out short of that: by one of eight, and by three. */
const MISSING = [0, 1, 3]
behaviour.headshotsFrom = (goodSelfies) => 2 * goodSelfies
behaviour.plan = (count, styleId) => {
  const missing = MISSING[StyleId.options.indexOf(styleId) % MISSING.length] ?? 0
  const most = behaviour.headshotsFrom(SELFIE_MIN_ACCEPTED) - missing
  return Array.from({ length: Math.min(count, most) }, (_, shot) => shot)
}
// Files are written once: a killed process's file stays, and its successor writes another.
behaviour.train = (order) => Promise.resolve(modelOf(order, randomUUID()))

export const openStudio = openScriptedStudio
export const createStudioEye = (): Eye => createEye(behaviour)
export const createStudioEngine = ({ storage }: { storage: Storage }): ProfiledEngine => ({
  ...createEngine(behaviour, storage),
  profile: studioOutlook.profile,
})
export const createStudioFinishing = (): Finishing => createFinishing(behaviour)
export const createC2paSigner = (): Signer => UNSIGNED
