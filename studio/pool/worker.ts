import { parentPort } from 'node:worker_threads'
import sharp from 'sharp'
import { encodeHeadshot, sha256Of } from '#studio/encode.ts'
import { exportHeadshot } from '#studio/export/export.ts'
import { judgeHeadshot } from '#studio/gate/gate.ts'
import { findFace, readSelfie, takeSelfie } from '#studio/intake/selfie.ts'
import { decodeModel, encodeModel } from '#studio/person/model-file.ts'
import { buildModel, prepareSelfie } from '#studio/person/model.ts'
import type { PersonModel } from '#studio/person/model.ts'
import { decodePrepared, encodePrepared, isKept } from '#studio/person/selfie-file.ts'
import { drawPreview } from '#studio/preview/preview.ts'
import { planBundle, renderShot } from '#studio/render/headshot.ts'
import { STYLES } from '#studio/styles.ts'
import { encodePicture, openPicture, upscaleTile } from '#studio/upscale/tiles.ts'
import type { Answer, CallName, Calls, Request, SharedModel } from './protocol.ts'

// The pool is the parallelism: libvips with threads of its own would only compete with it.
sharp.concurrency(1)
sharp.cache(false)

type Handlers = { [Name in CallName]: (input: Calls[Name]['input']) => Promise<Calls[Name]['output']> }

const handlers: Handlers = {
  'read-selfie': ({ bytes }) => readSelfie(bytes),
  'take-selfie': ({ bytes }) => takeSelfie(bytes),
  'prepare-selfie': async ({ id, bytes, reading, kept }) => {
    if (kept && isKept(kept, id)) return kept
    const found = await findFace(bytes, reading)
    if (!found) return null
    const { warnings, ...source } = found
    return encodePrepared({ prepared: await prepareSelfie({ id, ...source }), warnings })
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
  'plan-bundle': async ({ model, styleId, count }) => planBundle(await openModel(model), styleId, count),
  'render-shot': async ({ model, styleId, shot, credit, description }) => {
    const person = await openModel(model)
    const startedAt = performance.now()
    const raster = await renderShot(person, styleId, shot)
    const renderedAt = performance.now()
    const verdict = await judgeHeadshot(raster, person, {
      colourless: STYLES[styleId].grade.saturation === 0,
    })
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
  'draw-preview': ({ bytes, order, words }) => drawPreview(bytes, order, words),
  'export-headshot': ({ jpeg, presetIds, words }) => exportHeadshot(jpeg, presetIds, words),
  'open-picture': ({ bytes }) => openPicture(bytes),
  'upscale-tile': async ({ source, target, tile, factor }) => {
    await upscaleTile(source, target, tile, factor)
    return null
  },
  'encode-picture': ({ picture, options }) => encodePicture(picture, options),
}

let opened: { key: string; model: Promise<PersonModel> } | undefined

/** The last model stays open: a bundle's shots come one after the other. */
function openModel({ key, bytes }: SharedModel): Promise<PersonModel> {
  // A copy: image libraries refuse views on shared memory.
  if (opened?.key !== key) {
    opened = { key, model: Promise.resolve(new Uint8Array(bytes).slice()).then(decodeModel) }
  }
  return opened.model
}

function handle(request: Request): Promise<Calls[CallName]['output']> {
  const handler = handlers[request.name] as (input: Request['input']) => Promise<Calls[CallName]['output']>
  return handler(request.input)
}

parentPort?.on('message', (request: Request) => {
  const answer = (message: Answer): void => parentPort?.postMessage(message)
  handle(request).then(
    (output) => answer({ id: request.id, output }),
    (error: unknown) =>
      answer({
        id: request.id,
        error: error instanceof Error ? (error.stack ?? error.message) : String(error),
      }),
  )
})
