import sharp from 'sharp'
import { encodeHeadshot, sha256Of } from '#studio/export/encode.ts'
import type { EncodeOptions } from '#studio/export/encode.ts'
import { exportHeadshot } from '#studio/export/export.ts'
import { frameHeadshot } from '#studio/export/framing.ts'
import { judgeHeadshot, judgePicture, knownPersonOf } from '#studio/gate/gate.ts'
import type { GateVerdict, SeenFace } from '#studio/gate/gate.ts'
import { VIEW_SIZE } from '#studio/gate/view.ts'
import { findFace, readAndKeep } from '#studio/intake/selfie.ts'
import type { KnownSelfie } from '#studio/intake/selfie.ts'
import { decodeModel, encodeModel } from '#studio/model/model-file.ts'
import { buildModel } from '#studio/model/model.ts'
import type { PersonModel } from '#studio/model/model.ts'
import { frameSelfie, prepareFramed } from '#studio/model/prepare.ts'
import type { FramedSelfie } from '#studio/model/prepare.ts'
import { decodePrepared, encodePrepared, isKept } from '#studio/model/selfie-file.ts'
import { cleanSelfie } from '#studio/intake/clean.ts'
import type { CleanSelfie } from '#studio/intake/clean.ts'
import type { SelfieReading } from '#studio/intake/reading.ts'
import { judgePrepared } from '#studio/verdict/verdict.ts'
import { drawPreview, drawSamples } from '#studio/preview/preview.ts'
import type { Care } from '#studio/render/cares.ts'
import { cutOfShot, renderShot } from '#studio/render/headshot.ts'
import { planBundle } from '#studio/render/plan.ts'
import type { Shot } from '#studio/render/plan.ts'
import { isColourless } from '#studio/scene/styles.ts'
import type { StyleId } from '#studio/scene/styles.ts'
import { enlargeTile, openPicture } from '#studio/upscale/steps.ts'
import { serve } from './serve.ts'

// The pool runs in parallel: libvips' own threads would only compete with it.
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

export interface JudgeOptions {
  styleId: StyleId
  /** Whether an engine generated the picture; else it is one of the selfies, finished. */
  isGenerated: boolean
}

/** A selfie's reading, and the remaining work where the reading has no reasons. */
export interface ReadSelfie {
  reading: SelfieReading
  /** The picture to keep; null when the bytes could not be decoded, or the caller did not ask for it. */
  clean: CleanSelfie | null
  /** Null when the reading refuses the selfie. */
  framed: FramedSelfie | null
}

const handlers = {
  /** Never fails on bad bytes. @param keep whether the picture cleaned of everything but pixels is wanted, too */
  readSelfie: async (bytes: Uint8Array, { keep }: { keep: boolean }): Promise<ReadSelfie> => {
    const { reading, raster } = await readAndKeep(bytes)
    const { face, reasons, contentHash: id, focalLength35Mm } = reading
    const isSound = raster && face && reasons.length === 0
    return {
      reading,
      clean: keep && raster ? await cleanSelfie(raster) : null,
      framed: isSound ? await frameSelfie({ id, raster, face, focalLength35Mm }) : null,
    }
  },
  /** Null when the picture shows no face. Reuses the face that an earlier reading of it found. */
  frameSelfie: async (
    id: string,
    bytes: Uint8Array,
    reading: KnownSelfie | null,
  ): Promise<{ framed: FramedSelfie; warnings: readonly string[] } | null> => {
    const found = await findFace(bytes, reading)
    if (!found) return null
    const { warnings, ...source } = found
    return { framed: await frameSelfie({ id, ...source }), warnings }
  },
  /** The prepared selfie as bytes. @param cutOut of what the frame's `seen` shows; null: the net of people cuts out alone */
  prepareSelfie: (
    framed: Omit<FramedSelfie, 'seen'>,
    cutOut: Uint8Array | null,
    warnings: readonly string[],
  ): Promise<Uint8Array> => encodePrepared({ prepared: prepareFramed(framed, cutOut), warnings }),
  /** A prepared selfie under another id, with its current warnings. */
  renameSelfie: (kept: Uint8Array, id: string, warnings: readonly string[]): Promise<Uint8Array> => {
    const { prepared } = decodePrepared(kept)
    return encodePrepared({ prepared: { ...prepared, id }, warnings })
  },
  /** Whether this version can use a selfie that an earlier, interrupted training prepared. */
  isKept,
  judgePrepared,
  /** From the results of `prepareSelfie`. */
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
    const verdict = await judgeHeadshot(raster, person, {
      colourless: isColourless(styleId),
      cut,
      isSelfieJudged: true,
    })
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
  judgePicture: (
    bytes: Uint8Array,
    readings: readonly SeenFace[],
    { styleId, isGenerated }: JudgeOptions,
  ): Promise<GateVerdict> =>
    judgePicture(bytes, knownPersonOf(readings), {
      colourless: isColourless(styleId),
      generatedFrom: isGenerated ? readings : null,
    }),
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
