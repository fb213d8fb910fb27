import { BRAND } from '#contract/brand.ts'
import { SELFIE_ADVISED, SELFIE_MIN_ACCEPTED } from '#contract/limits.ts'
import { isLook, type StudioStyleId } from '#contract/styles.ts'
import { NoFaceError, type Eye, type RenderedPreview } from '#backend/providers/eye/eye-port.ts'
import { fingerprintDistance } from '#studio/gate/fingerprint.ts'
import { coachSelfies } from '#studio/intake/coach.ts'
import { judgeSelfies } from '#studio/intake/judge.ts'
import { byGravity } from '#studio/intake/reasons.ts'
import type { Preview } from '#studio/preview/preview.ts'
import type { Studio } from '#studio/studio.ts'
import { qualityOf } from './quality.ts'
import { decodeReading, encodeReading } from './reading.ts'
import { verdictOf } from './verdict.ts'

/** The eye of every installation, with any engine. */
export function createStudioEye(studio: Studio): Eye {
  return {
    async readSelfie(bytes, { signal, onSound }) {
      const { reading, clean } = await studio.takeSelfie(bytes, {
        signal,
        onSound: onSound && ((draw) => onSound(async (styleId) => previewOf(await draw(orderOf(styleId))))),
      })
      return { reading: encodeReading(reading), ...(clean ?? { image: null, thumbnail: null }) }
    },

    judgeSelfies(selfies) {
      const read = selfies.map(({ id, reading }) => ({ id, reading: decodeReading(reading) }))
      const byId = new Map(read.map(({ id, reading }) => [id, reading]))
      return judgeSelfies(read).map((verdict) => {
        const reading = byId.get(verdict.id)
        return {
          ...verdict,
          warnings: verdict.accepted && reading ? byGravity(reading.warnings) : [],
          quality: reading ? qualityOf(reading) : 0,
        }
      })
    },

    coachSelfies: (readings) =>
      coachSelfies(readings.map(decodeReading), {
        minimum: SELFIE_MIN_ACCEPTED,
        advised: SELFIE_ADVISED.min,
      }),

    async preview(selfie, styleId, { signal }) {
      return previewOf(await studio.preview(selfie, { ...orderOf(styleId), signal }))
    },

    async samples(selfie, styleIds, { signal }) {
      const drawn = await studio.samples(selfie, { styleIds, text: BRAND, signal })
      if (!drawn) throw new NoFaceError('the selfie shows no face')
      return drawn.map(previewOf)
    },

    async judgeHeadshot(image, { readings, styleId, isGenerated }, { signal }) {
      const faces = readings.map(decodeReading).flatMap(({ face, skin, hash, facePrint, ageYears }) => {
        return face && skin ? [{ ...face, skin, hash, facePrint, ageYears }] : []
      })
      const options = { styleId: isLook(styleId) ? IN_COLOUR : styleId, isGenerated }
      return verdictOf(await studio.judge(image, faces, options, signal))
    },

    distanceOf: fingerprintDistance,
  }
}

/** Looks are in colour, which is all that judging asks of a style. */
const IN_COLOUR: StudioStyleId = 'studio-grey'

const orderOf = (styleId: StudioStyleId) => ({ styleId, text: BRAND })

function previewOf(drawn: Preview | null): RenderedPreview {
  if (!drawn) throw new NoFaceError('the selfie shows no face')
  const { jpeg, width, height, sha256 } = drawn
  return { image: jpeg, width, height, sha256 }
}
