import sharp from 'sharp'
import { encodeHeadshot, sha256Of } from '#studio/export/encode.ts'
import type { EncodeOptions } from '#studio/export/encode.ts'
import { exportHeadshot } from '#studio/export/export.ts'
import { frameHeadshot } from '#studio/export/framing.ts'
import { judgeHeadshot, judgePicture, knownPersonOf } from '#studio/gate/gate.ts'
import type { GateVerdict, SeenFace } from '#studio/gate/gate.ts'
import { VIEW_SIZE } from '#studio/gate/view.ts'
import { findFace, readSelfie, takeSelfie } from '#studio/intake/selfie.ts'
import type { KnownSelfie } from '#studio/intake/selfie.ts'
import { decodeModel, encodeModel } from '#studio/person/model-file.ts'
import { buildModel } from '#studio/person/model.ts'
import type { PersonModel } from '#studio/person/model.ts'
import { prepareSelfie } from '#studio/person/prepare.ts'
import type { PrepareOptions } from '#studio/person/prepare.ts'
import { decodePrepared, encodePrepared, isKept } from '#studio/person/selfie-file.ts'
import { drawPreview, drawSamples } from '#studio/preview/preview.ts'
import type { Care } from '#studio/render/cares.ts'
import { cutOfShot, renderShot } from '#studio/render/headshot.ts'
import { planBundle } from '#studio/render/plan.ts'
import type { Shot } from '#studio/render/plan.ts'
import { isColourless } from '#studio/scene/styles.ts'
import type { StyleId } from '#studio/scene/styles.ts'
import { enlargeTile, openPicture } from '#studio/upscale/steps.ts'
import { serve } from './serve.ts'

// The pool is the parallelism: libvips with threads of its own would only compete with it.
sharp.concurrency(1)
sharp.cache(false)

export interface RenderedHeadshot extends GateVerdict {
  jpeg: Uint8Array
  /** Of `jpeg`, hexadecimal. */
  sha256: string
  width: number
  height: number
  selfieId: string
  /** Wall time in the child, milliseconds. */
  timings: { renderMs: number; gateMs: number; encodeMs: number }
}

const handlers = {
  readSelfie,
  takeSelfie,
  /**
   * The prepared selfie as bytes; null when the picture shows no face.
   * @param kept what an earlier, broken-off training prepared of it
   */
  prepareSelfie: async (
    id: string,
    bytes: Uint8Array,
    reading: KnownSelfie | null,
    kept: Uint8Array | null,
    options: PrepareOptions,
  ): Promise<Uint8Array | null> => {
    if (kept && isKept(kept, id)) return kept
    const found = await findFace(bytes, reading)
    if (!found) return null
    const { warnings, ...source } = found
    return encodePrepared({ prepared: await prepareSelfie({ id, ...source }, options), warnings })
  },
  /** From selfies as `prepareSelfie` gave them. */
  buildModel: (kept: Uint8Array[]): Promise<Uint8Array> => {
    const selfies = kept.map(decodePrepared)
    return encodeModel(
      buildModel(
        selfies.map(({ prepared }) => prepared),
        selfies,
      ),
    )
  },
  planBundle: (model: Uint8Array, styleId: StyleId, count: number): Shot[] =>
    planBundle(openModel(model), styleId, count),
  renderShot: async (
    model: Uint8Array,
    styleId: StyleId,
    shot: Shot,
    words: EncodeOptions,
    care: Care,
  ): Promise<RenderedHeadshot> => {
    const person = openModel(model)
    const startedAt = performance.now()
    const raster = await renderShot(person, styleId, shot, { care })
    const renderedAt = performance.now()
    const cut = await cutOfShot(person, styleId, shot, VIEW_SIZE)
    const verdict = await judgeHeadshot(raster, person, { colourless: isColourless(styleId), cut })
    const judgedAt = performance.now()
    const jpeg = await encodeHeadshot(raster, words)
    const timings = {
      renderMs: renderedAt - startedAt,
      gateMs: judgedAt - renderedAt,
      encodeMs: performance.now() - judgedAt,
    }
    const { width, height } = raster
    return { ...verdict, jpeg, sha256: sha256Of(jpeg), width, height, selfieId: shot.selfieId, timings }
  },
  judgePicture: (bytes: Uint8Array, readings: readonly SeenFace[], styleId: StyleId): Promise<GateVerdict> =>
    judgePicture(bytes, knownPersonOf(readings), { colourless: isColourless(styleId) }),
  drawPreview,
  drawSamples,
  exportHeadshot,
  frameHeadshot,
  openPicture,
  enlargeTile,
  encodeHeadshot,
}
/** Everything a child can be asked. */
export type StudioCalls = typeof handlers

let opened: { bytes: Uint8Array; model: PersonModel } | undefined

/** The last model stays open: a bundle's shots come one after the other. */
function openModel(bytes: Uint8Array): PersonModel {
  if (!opened || Buffer.compare(opened.bytes, bytes) !== 0) opened = { bytes, model: decodeModel(bytes) }
  return opened.model
}

serve(handlers)
