import { availableParallelism } from 'node:os'
import sharp from 'sharp'
import { z } from 'zod'
import { BRAND } from '#contract/brand.ts'
import { SELFIE_ADVISED, SELFIE_MIN_ACCEPTED } from '#contract/limits.ts'
import { coachSelfies } from '#studio/intake/coach.ts'
import { judgeSelfies } from '#studio/intake/judge.ts'
import { isCurrentModel } from '#studio/person/model-file.ts'
import { StudioError } from '#studio/studio-error.ts'
import { createStudio } from '#studio/studio.ts'
import { SelfiesUnusableError, type Engine } from './port.ts'
import { qualityOf } from './quality.ts'
import { decodeReading, encodeReading } from './reading.ts'

const THREADS_MAX = 4
const HEADSHOT_THUMBNAIL_PX = 480

/** A shot of the studio's, as it comes back from the database. */
const StoredShot = z.looseObject({ selfieId: z.string(), variation: z.number(), seed: z.number() })

/** The embedded image engine, in processes of its own. */
export function createStudioEngine(options: { threads?: number } = {}): Engine {
  const threads = options.threads ?? Math.min(THREADS_MAX, availableParallelism())
  const studio = createStudio({ threads, credit: BRAND })
  return {
    parallelism: threads,

    async readSelfie(bytes, { signal }) {
      const { reading, clean } = await studio.takeSelfie(bytes, signal)
      return { reading: encodeReading(reading), ...(clean ?? { image: null, thumbnail: null }) }
    },

    judgeSelfies(selfies) {
      const read = selfies.map(({ id, reading }) => ({ id, reading: decodeReading(reading) }))
      const quality = new Map(read.map(({ id, reading }) => [id, qualityOf(reading.measures)]))
      return judgeSelfies(read).map((verdict) => ({ ...verdict, quality: quality.get(verdict.id) ?? 0 }))
    },

    coachSelfies: (readings) =>
      coachSelfies(readings.map(decodeReading), {
        minimum: SELFIE_MIN_ACCEPTED,
        advised: SELFIE_ADVISED.min,
      }),

    async preview(selfie, styleId, { signal }) {
      const drawn = await studio.preview(selfie, { styleId, text: BRAND, signal })
      if (!drawn) throw new SelfiesUnusableError('the selfie shows no face')
      const { jpeg, width, height, sha256 } = drawn
      return { image: jpeg, width, height, sha256 }
    },

    async train(selfies, { signal, store, onProgress }) {
      const stages = { preparing: 'cutting_out', modelling: 'measuring' } as const
      try {
        return await studio.train(selfies.map(withFace), {
          signal,
          store,
          onProgress: (stage, fraction) => onProgress(stages[stage], fraction),
        })
      } catch (error) {
        if (error instanceof StudioError && error.code === 'no_usable_selfie') {
          throw new SelfiesUnusableError(error.message, { cause: error })
        }
        throw error
      }
    },

    readsModel: isCurrentModel,

    plan: (model, styleId, count) => studio.plan(model, styleId, count),

    async render(model, styleId, shot, { signal }) {
      const made = await studio.render(model, styleId, StoredShot.parse(shot), signal)
      const { jpeg, width, height, likeness, passed, reasons, fingerprint, sha256 } = made
      const thumbnail = await sharp(jpeg).resize({ width: HEADSHOT_THUMBNAIL_PX }).webp().toBuffer()
      return { image: jpeg, sha256, thumbnail, width, height, likeness, passed, reasons, fingerprint }
    },

    close: () => studio.close(),
  }
}

/** A selfie for training, with its face where the stored reading holds one: the kept picture is upright already. */
function withFace({ id, bytes, reading }: { id: string; bytes: Uint8Array; reading: string | null }) {
  const stored = reading === null ? null : decodeReading(reading)
  return stored?.face ? { id, bytes, reading: { ...stored, quarterTurns: 0 as const } } : { id, bytes }
}
