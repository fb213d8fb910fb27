import { availableParallelism } from 'node:os'
import sharp from 'sharp'
import { z } from 'zod'
import { BRAND } from '#contract/brand.ts'
import { RejectReason } from '#contract/selfies.ts'
import { judgeSelfies } from '#studio/intake/judge.ts'
import type { SelfieReading } from '#studio/intake/selfie.ts'
import { StudioError } from '#studio/pool.ts'
import { createStudio } from '#studio/studio.ts'
import { SelfiesUnusableError, type Engine } from './port.ts'

const THREADS_MAX = 4
const HEADSHOT_THUMBNAIL_PX = 480

/** What of a reading judging needs; the hash in hexadecimal, the descriptor as base64 of its floats. */
const StoredReading = z.object({
  version: z.literal(1),
  reasons: z.array(RejectReason),
  hash: z.string(),
  contentHash: z.string(),
  descriptor: z.string().nullable(),
  /** Null where nothing could be measured: JSON has no NaN. */
  faceHeightPx: z.number().nullable(),
  sharpness: z.number().nullable(),
})

/** A shot of the studio's, as it comes back from the database. */
const StoredShot = z.looseObject({ selfieId: z.string(), variation: z.number(), seed: z.number() })

/** The embedded image engine in its own threads. */
export function createStudioEngine(options: { threads?: number } = {}): Engine {
  const threads = options.threads ?? Math.min(THREADS_MAX, availableParallelism())
  const studio = createStudio({ threads, credit: BRAND })
  return {
    parallelism: threads,

    async readSelfie(bytes, { signal }) {
      const reading = await studio.readSelfie(bytes, signal)
      const clean = await studio.cleanSelfie(bytes, signal)
      return { reading: encodeReading(reading), ...(clean ?? { image: null, thumbnail: null }) }
    },

    judgeSelfies: (selfies) =>
      judgeSelfies(selfies.map(({ id, reading }) => ({ id, reading: decodeReading(reading) }))),

    async train(selfies, { signal, onProgress }) {
      const stages = { preparing: 'cutting_out', modelling: 'measuring' } as const
      try {
        return await studio.train(selfies, {
          signal,
          onProgress: (stage, fraction) => onProgress(stages[stage], fraction),
        })
      } catch (error) {
        if (error instanceof StudioError && error.code === 'no_usable_selfie') {
          throw new SelfiesUnusableError(error.message, { cause: error })
        }
        throw error
      }
    },

    plan: (model, styleId, count) => studio.plan(model, styleId, count),

    async render(model, styleId, shot, { signal }) {
      const made = await studio.render(model, styleId, StoredShot.parse(shot), signal)
      const { jpeg, width, height, likeness, passed, reasons } = made
      const thumbnail = await sharp(jpeg).resize({ width: HEADSHOT_THUMBNAIL_PX }).webp().toBuffer()
      return { image: jpeg, thumbnail, width, height, likeness, passed, reasons }
    },

    close: () => studio.close(),
  }
}

function encodeReading({ reasons, hash, contentHash, descriptor, measures }: SelfieReading): string {
  const { faceHeightPx, sharpness } = measures
  const stored: z.input<typeof StoredReading> = {
    version: 1,
    reasons,
    hash: hash.toString(16),
    contentHash,
    descriptor: descriptor && Buffer.from(new Float32Array(descriptor).buffer).toString('base64'),
    faceHeightPx,
    sharpness,
  }
  return JSON.stringify(stored)
}

function decodeReading(text: string): Parameters<typeof judgeSelfies>[0][number]['reading'] {
  const { reasons, hash, contentHash, descriptor, faceHeightPx, sharpness } = StoredReading.parse(
    JSON.parse(text),
  )
  return {
    reasons,
    hash: BigInt(`0x${hash}`),
    contentHash,
    descriptor:
      descriptor === null ? null : new Float32Array(new Uint8Array(Buffer.from(descriptor, 'base64')).buffer),
    measures: { faceHeightPx: faceHeightPx ?? NaN, sharpness: sharpness ?? NaN },
  }
}
