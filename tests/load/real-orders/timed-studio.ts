/** In the studio's place: a training and a picture take a time that is drawn, and no processor. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ProfiledEngine } from '#backend/providers/engine/engine-port.ts'
import type { Eye } from '#backend/providers/eye/eye-port.ts'
import type { Finishing } from '#backend/providers/finishing/finishing-port.ts'
import type { Signer } from '#backend/providers/signer/signer-port.ts'
import type { Storage } from '#backend/providers/storage/storage-port.ts'
import { studioOutlook } from '#backend/providers/studio/outlook.ts'
import { createRandom } from '#scripts/simulate/random.ts'
import {
  UNSIGNED,
  createBehaviour,
  createEngine,
  createEye,
  createFinishing,
  modelOf,
  openScriptedStudio,
} from '#tests/api/support/scripted.ts'

const TRAINING = { seconds: 5, spread: 0.3 }
/** Twelve of them in a row spread as little as a training. */
const PICTURE = { seconds: 0.45, spread: 1 }
const SEED = 7

const random = createRandom(SEED)
const work = ({ seconds, spread }: typeof TRAINING) => sleep(1000 * random.lognormal(seconds, spread))
const behaviour = createBehaviour()
behaviour.train = async (order) => {
  await work(TRAINING)
  return modelOf(order, randomUUID())
}
behaviour.render = () => work(PICTURE)

export const openStudio = openScriptedStudio
export const createStudioEye = (): Eye => createEye(behaviour)
export const createStudioEngine = ({ storage }: { storage: Storage }): ProfiledEngine => ({
  ...createEngine(behaviour, storage),
  profile: studioOutlook.profile,
})
export const createStudioFinishing = (): Finishing => createFinishing(behaviour)
export const createC2paSigner = (): Signer => UNSIGNED
