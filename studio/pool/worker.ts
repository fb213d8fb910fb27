import sharp from 'sharp'
import { encodeHeadshot, sha256Of } from '#studio/export/encode.ts'
import { exportHeadshot } from '#studio/export/export.ts'
import { frameHeadshot } from '#studio/export/framing.ts'
import { judgeHeadshot, judgePicture, knownPersonOf } from '#studio/gate/gate.ts'
import { VIEW_SIZE } from '#studio/gate/view.ts'
import { findFace, readSelfie, takeSelfie } from '#studio/intake/selfie.ts'
import { decodeModel, encodeModel } from '#studio/person/model-file.ts'
import { buildModel, prepareSelfie } from '#studio/person/model.ts'
import type { PersonModel } from '#studio/person/model.ts'
import { decodePrepared, encodePrepared, isKept } from '#studio/person/selfie-file.ts'
import { drawPreview, drawSamples } from '#studio/preview/preview.ts'
import { cutOfShot, planBundle, renderShot } from '#studio/render/headshot.ts'
import { isColourless } from '#studio/scene/styles.ts'
import { encodePicture, enlargeTile, openPicture } from '#studio/upscale/steps.ts'
import type { Attachment } from './messages.ts'
import type { Calls } from './protocol.ts'
import { serve } from './serve.ts'

// The pool is the parallelism: libvips with threads of its own would only compete with it.
sharp.concurrency(1)
sharp.cache(false)

serve<Calls>({
  'read-selfie': ({ bytes }) => readSelfie(bytes),
  'take-selfie': ({ bytes }) => takeSelfie(bytes),
  'prepare-selfie': async ({ id, bytes, reading, kept, mattingNet }) => {
    if (kept && isKept(kept, id)) return kept
    const found = await findFace(bytes, reading)
    if (!found) return null
    const { warnings, ...source } = found
    return encodePrepared({ prepared: await prepareSelfie({ id, ...source }, { mattingNet }), warnings })
  },
  'build-model': ({ prepared }) => {
    const selfies = prepared.map(decodePrepared)
    return encodeModel(
      buildModel(
        selfies.map((selfie) => selfie.prepared),
        selfies,
      ),
    )
  },
  'plan-bundle': ({ styleId, count }, model) => planBundle(openModel(model), styleId, count),
  'render-shot': async ({ styleId, shot, credit, description }, model) => {
    const person = openModel(model)
    const startedAt = performance.now()
    const raster = await renderShot(person, styleId, shot)
    const renderedAt = performance.now()
    const cut = await cutOfShot(person, styleId, shot, VIEW_SIZE)
    const verdict = await judgeHeadshot(raster, person, { colourless: isColourless(styleId), cut })
    const judgedAt = performance.now()
    const jpeg = await encodeHeadshot(raster, { credit, description })
    const timings = {
      renderMs: renderedAt - startedAt,
      gateMs: judgedAt - renderedAt,
      encodeMs: performance.now() - judgedAt,
    }
    const { width, height } = raster
    return { ...verdict, jpeg, sha256: sha256Of(jpeg), width, height, selfieId: shot.selfieId, timings }
  },
  'judge-picture': ({ bytes, readings, styleId }) =>
    judgePicture(bytes, knownPersonOf(readings), { colourless: isColourless(styleId) }),
  'draw-preview': ({ bytes, order, words }) => drawPreview(bytes, order, words),
  'draw-samples': ({ bytes, order, words }) => drawSamples(bytes, order, words),
  'export-headshot': ({ jpeg, presetIds, words }) => exportHeadshot(jpeg, presetIds, words),
  'frame-headshot': ({ jpeg, source }) => frameHeadshot(jpeg, source),
  'open-picture': ({ bytes }) => openPicture(bytes),
  'enlarge-tile': ({ tile, factor }) => enlargeTile(tile, factor),
  'encode-picture': ({ picture, options }) => encodePicture(picture, options),
})

let opened: { key: string; model: PersonModel } | undefined

/** The last model stays open: a bundle's shots come one after the other. */
function openModel({ key, bytes }: Attachment): PersonModel {
  if (opened?.key !== key) opened = { key, model: decodeModel(bytes) }
  return opened.model
}
