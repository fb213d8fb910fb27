import type { EncodeOptions, Mark } from '#studio/encode.ts'
import type { ExportedFile, ExportWords } from '#studio/export/export.ts'
import type { ExportPresetId } from '#studio/export/presets.ts'
import type { GateReason, GateMeasures } from '#studio/gate/gate.ts'
import type { KnownSelfie, SelfieReading, TakenSelfie } from '#studio/intake/selfie.ts'
import type { Preview, PreviewOrder } from '#studio/preview/preview.ts'
import type { Shot } from '#studio/render/headshot.ts'
import type { StyleId } from '#studio/styles.ts'
import type { UpscaleFactor } from '#studio/upscale/enlarge.ts'
import type { SharedPicture, Tile } from '#studio/upscale/tiles.ts'

/** A person model as threads share it: bytes in shared memory, with a key so that each thread decodes it once. */
export interface SharedModel {
  key: string
  bytes: SharedArrayBuffer
}

/** Wall time inside the thread, milliseconds. */
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
  /** Tells copies apart, see `isAlike`. */
  fingerprint: string
  selfieId: string
  timings: RenderTimings
}

/** What a finished file says of its making. */
export type Words = Pick<EncodeOptions, 'credit' | 'description'>

/** Everything a thread can be asked: what goes in, what comes out. */
export interface Calls {
  'read-selfie': { input: { bytes: Uint8Array }; output: SelfieReading }
  'take-selfie': { input: { bytes: Uint8Array }; output: TakenSelfie }
  'prepare-selfie': {
    /** `reading` as far as it is known; `kept` is what an earlier, broken-off training prepared of it, if anything. */
    input: { id: string; bytes: Uint8Array; reading: KnownSelfie | null; kept: Uint8Array | null }
    /** The prepared selfie as bytes; null when the picture shows no face. */
    output: Uint8Array | null
  }
  /** From selfies as 'prepare-selfie' gave them. */
  'build-model': { input: { prepared: Uint8Array[] }; output: Uint8Array }
  'plan-bundle': { input: { model: SharedModel; styleId: StyleId; count: number }; output: Shot[] }
  'render-shot': {
    input: { model: SharedModel; styleId: StyleId; shot: Shot; credit: string; description: string }
    output: RenderedHeadshot
  }
  'draw-preview': {
    input: { bytes: Uint8Array; order: PreviewOrder; words: Words }
    /** Null when the picture shows no face. */
    output: Preview | null
  }
  'export-headshot': {
    input: { jpeg: Uint8Array; presetIds: readonly ExportPresetId[]; words: ExportWords }
    output: ExportedFile[]
  }
  'open-picture': {
    input: { bytes: Uint8Array }
    output: { picture: SharedPicture; mark: Mark | null } | null
  }
  /** Writes the tile into `target`. */
  'upscale-tile': {
    input: { source: SharedPicture; target: SharedArrayBuffer; tile: Tile; factor: UpscaleFactor }
    output: null
  }
  'encode-picture': {
    input: { picture: SharedPicture; options: EncodeOptions }
    output: { jpeg: Uint8Array; sha256: string }
  }
}
export type CallName = keyof Calls

export type Request = {
  [Name in CallName]: { id: number; name: Name; input: Calls[Name]['input'] }
}[CallName]
export type Answer = { id: number; output: Calls[CallName]['output'] } | { id: number; error: string }
