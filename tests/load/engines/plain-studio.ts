/** In the studio's place: eye, engine and finishing for persons who are colors (`plain-pictures.ts`). */
import { createHash, randomUUID } from 'node:crypto'
import type { ProfiledEngine } from '#backend/providers/engine/engine-port.ts'
import type { Eye } from '#backend/providers/eye/eye-port.ts'
import type { Finishing } from '#backend/providers/finishing/finishing-port.ts'
import type { Signer } from '#backend/providers/signer/signer-port.ts'
import type { Storage } from '#backend/providers/storage/storage-port.ts'
import { finishGenerated } from '#backend/providers/studio/generated-picture.ts'
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
import { drawPicture, lookAt } from './plain-pictures.ts'

const MODEL = /\/studio-([0-9a-f]{6})-[^/]+$/

const behaviour = createBehaviour()
// Whose model it is stands in its name.
behaviour.train = (order) =>
  Promise.resolve(modelOf(order, `studio-${order.selfies[0]?.reading}-${randomUUID()}`))

export const openStudio = openScriptedStudio

export const createStudioEye = (): Eye => ({
  ...createEye(behaviour),
  readSelfie: async (bytes) => ({ reading: (await lookAt(bytes)).color, image: bytes, thumbnail: bytes }),
  async judgeHeadshot(image, { readings }) {
    const { color, isHeadshot, hasWord } = await lookAt(image)
    const isThem = readings.includes(color)
    return {
      likeness: isThem ? 0.9 : 0.1,
      reasons: [
        ...(isThem ? [] : ['unlike' as const]),
        ...(isHeadshot ? [] : ['squeezed' as const]),
        ...(hasWord ? ['text_shown' as const] : []),
      ],
      fingerprint: createHash('sha256').update(image).digest('hex'),
      appeal: 0.8,
    }
  },
})

export function createStudioEngine({ storage }: { storage: Storage }): ProfiledEngine {
  const engine = createEngine(behaviour, storage)
  /** Of the renders of this process. */
  const colors = new Map<string, string>()
  return {
    ...engine,
    ...studioOutlook,
    madeModel: (model) => model.kind === 'file' && MODEL.test(model.key),
    readsModel: (model) => Promise.resolve(model.kind === 'file' && MODEL.test(model.key)),
    plannedShot: (shot) => typeof shot === 'number',
    submitRender(order, call) {
      const [, color] = (order.model.kind === 'file' && MODEL.exec(order.model.key)) || []
      if (color === undefined) throw new Error('no model of the studio')
      colors.set(order.id, color)
      return engine.submitRender(order, call)
    },
    async pollRender(id, call) {
      const job = await engine.pollRender(id, call)
      if (job.state !== 'succeeded') return job
      const picture = await drawPicture(
        colors.get(id) ?? '',
        Number.parseInt(job.output.sha256.slice(0, 6), 16),
      )
      return { ...job, output: { ...job.output, ...(await finishGenerated(picture)), verdict: null } }
    },
  }
}

export const createStudioFinishing = (): Finishing => createFinishing(behaviour)
export const createC2paSigner = (): Signer => UNSIGNED
