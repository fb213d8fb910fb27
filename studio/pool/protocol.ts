import type { EncodeOptions } from '#studio/export/encode.ts'
import type { ExportedFile, ExportWords } from '#studio/export/export.ts'
import type { Framing } from '#studio/export/framing.ts'
import type { ExportPresetId } from '#studio/export/presets.ts'
import type { GateVerdict, SeenFace } from '#studio/gate/gate.ts'
import type { GateMeasures, GateReason } from '#studio/gate/rules.ts'
import type { SelfieReading } from '#studio/intake/reading.ts'
import type { KnownSelfie, TakenSelfie } from '#studio/intake/selfie.ts'
import type { Preview, PreviewOrder, SamplesOrder } from '#studio/preview/preview.ts'
import type { Raster } from '#studio/picture/raster.ts'
import type { Shot } from '#studio/render/headshot.ts'
import type { StyleId } from '#studio/scene/styles.ts'
import type { UpscaleFactor } from '#studio/upscale/factors.ts'
import type { EncodedPicture, OpenedPicture } from '#studio/upscale/steps.ts'
import type { Attachment, Call } from './messages.ts'

/** Wall time in the child, milliseconds. */
export interface RenderTimings {
  renderMs: number
  gateMs: number
  encodeMs: number
}

export interface RenderedHeadshot {
  jpeg: Uint8Array
  /** Of `jpeg`, hexadecimal. */
  sha256: string
  width: number
  height: number
  /** 0..1 */
  likeness: number
  passed: boolean
  reasons: GateReason[]
  measures: GateMeasures | null
  /** See `fingerprintDistance`. */
  fingerprint: string
  /** 0..1, see `appealOf`. */
  appeal: number
  selfieId: string
  timings: RenderTimings
}

/** What a finished file says of its making. */
export type Words = Pick<EncodeOptions, 'credit' | 'description'>

/** Everything a child can be asked. Attached is the encoded person model. */
export interface Calls {
  'read-selfie': Call<{ bytes: Uint8Array }, SelfieReading>
  'take-selfie': Call<{ bytes: Uint8Array }, TakenSelfie>
  /**
   * `reading` as far as it is known; `kept` is what an earlier, broken-off training prepared of it, if anything.
   * Answers the prepared selfie as bytes; null when the picture shows no face.
   */
  'prepare-selfie': Call<
    {
      id: string
      bytes: Uint8Array
      reading: KnownSelfie | null
      kept: Uint8Array | null
      /** See `PrepareOptions`. */
      mattingNet: string | null
    },
    Uint8Array | null
  >
  /** From selfies as 'prepare-selfie' gave them. */
  'build-model': Call<{ prepared: Uint8Array[] }, Uint8Array>
  'plan-bundle': Call<{ styleId: StyleId; count: number }, Shot[], Attachment>
  'render-shot': Call<
    { styleId: StyleId; shot: Shot; credit: string; description: string },
    RenderedHeadshot,
    Attachment
  >
  /** A finished picture in any format that `decodeSelfie` reads. */
  'judge-picture': Call<{ bytes: Uint8Array; readings: readonly SeenFace[]; styleId: StyleId }, GateVerdict>
  /** Null when the picture shows no face. */
  'draw-preview': Call<{ bytes: Uint8Array; order: PreviewOrder; words: Words }, Preview | null>
  /** Null when the picture shows no face. */
  'draw-samples': Call<{ bytes: Uint8Array; order: SamplesOrder; words: Words }, Preview[] | null>
  'export-headshot': Call<
    { jpeg: Uint8Array; presetIds: readonly ExportPresetId[]; words: ExportWords },
    ExportedFile[]
  >
  'frame-headshot': Call<{ jpeg: Uint8Array; source: Uint8Array | null }, Framing>
  /** Null when the bytes are no picture. */
  'open-picture': Call<{ bytes: Uint8Array }, OpenedPicture | null>
  /** A tile with its surroundings; answers the tile's own pixels, enlarged. */
  'enlarge-tile': Call<{ tile: Raster; factor: UpscaleFactor }, Uint8Array>
  'encode-picture': Call<{ picture: Raster; options: EncodeOptions }, EncodedPicture>
}
