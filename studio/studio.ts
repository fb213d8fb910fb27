import { randomUUID } from 'node:crypto'
import type { ExportedFile } from './export/export.ts'
import type { ExportPresetId } from './export/presets.ts'
import type { KnownSelfie, SelfieReading, TakenSelfie } from './intake/selfie.ts'
import { createPool } from './pool/pool.ts'
import type { Preview, PreviewOrder } from './preview/preview.ts'
import type { RenderedHeadshot, SharedModel } from './pool/protocol.ts'
import type { Shot } from './render/headshot.ts'
import { StudioError } from './studio-error.ts'
import type { StyleId } from './styles.ts'
import type { UpscaleFactor } from './upscale/enlarge.ts'
import { upscalePicture } from './upscale/upscale.ts'
import type { UpscaleOptions, Upscaled } from './upscale/upscale.ts'

export interface StudioOptions {
  /** Worker threads; each holds the nets (about 200 MB with a picture in hand). */
  threads: number
  /** IPTC credit line and disclosure written into every headshot. */
  credit?: string
  description?: string
  /** Calls waiting at most, 256 by default. */
  queueLength?: number
  /** One call at most, two minutes by default. */
  callTimeoutMs?: number
}

export type TrainingStage = 'preparing' | 'modelling'

/** Where prepared selfies (about 1 MB each) are kept, so that a training that was broken off goes on. */
export interface PreparedStore {
  /** Null when there is none; bytes of another version or of another selfie are prepared anew. */
  load: (id: string) => Promise<Uint8Array | null>
  save: (id: string, prepared: Uint8Array) => Promise<void>
}

export interface TrainOptions {
  signal?: AbortSignal
  store?: PreparedStore
  /** `fraction` runs from 0 to 1 within each stage. */
  onProgress?: (stage: TrainingStage, fraction: number) => void
}

/** The image engine: all work happens in its threads. Every call fails with `StudioError`, or the signal's reason. */
export interface Studio {
  /** Reads any bytes; bad input comes back as reasons, not as an error. */
  readSelfie: (bytes: Uint8Array, signal?: AbortSignal) => Promise<SelfieReading>
  /** The same, with the picture as pixels alone, for keeping; null when it cannot be decoded. */
  takeSelfie: (bytes: Uint8Array, signal?: AbortSignal) => Promise<TakenSelfie>
  /**
   * Accepted selfies in, encoded person model out. Those without a face are left out; `no_usable_selfie` if all are.
   * With the reading of the same bytes, or of the picture kept of them (then without quarter turns), a face is not sought
   * again.
   */
  train: (
    selfies: readonly { id: string; bytes: Uint8Array; reading?: KnownSelfie }[],
    options?: TrainOptions,
  ) => Promise<Uint8Array>
  plan: (modelBytes: Uint8Array, styleId: StyleId, count: number) => Promise<Shot[]>
  render: (
    modelBytes: Uint8Array,
    styleId: StyleId,
    shot: Shot,
    signal?: AbortSignal,
  ) => Promise<RenderedHeadshot>
  /**
   * A watermarked headshot of 512 x 640 from one selfie, before any training. Goes before everything that is queued.
   * Null where the bytes show no face.
   */
  preview: (bytes: Uint8Array, order: PreviewOrder & { signal?: AbortSignal }) => Promise<Preview | null>
  /** The headshot at two or four times its size; fails with `unreadable_picture` or `picture_too_large`. */
  upscale: (jpeg: Uint8Array, factor: UpscaleFactor, options?: UpscaleOptions) => Promise<Upscaled>
  /** One headshot in each of the formats, in their order. */
  exportHeadshot: (
    jpeg: Uint8Array,
    presetIds: readonly ExportPresetId[],
    signal?: AbortSignal,
  ) => Promise<ExportedFile[]>
  close: () => Promise<void>
}

const DEFAULT_CREDIT = 'AI-finished portrait'
const DEFAULT_DESCRIPTION =
  'This portrait was finished with artificial intelligence from a photograph of the person shown.'

/** Starts nothing yet: threads begin with the first call. Close it when done. */
export function createStudio(options: StudioOptions): Studio {
  const { credit = DEFAULT_CREDIT, description = DEFAULT_DESCRIPTION } = options
  const pool = createPool({
    threads: Math.max(1, options.threads),
    queueLength: options.queueLength ?? 256,
    callTimeoutMs: options.callTimeoutMs ?? 120_000,
  })
  const shared = new WeakMap<Uint8Array, SharedModel>()

  const share = (modelBytes: Uint8Array): SharedModel => {
    const known = shared.get(modelBytes)
    if (known) return known
    const bytes = new SharedArrayBuffer(modelBytes.byteLength)
    new Uint8Array(bytes).set(modelBytes)
    const model = { key: randomUUID(), bytes }
    shared.set(modelBytes, model)
    return model
  }

  return {
    readSelfie: (bytes, signal) => pool.call('read-selfie', { bytes }, signal),
    takeSelfie: (bytes, signal) => pool.call('take-selfie', { bytes }, signal),
    train: async (selfies, { signal, onProgress, store } = {}) => {
      let done = 0
      onProgress?.('preparing', 0)
      const answers = await Promise.all(
        selfies.map(async ({ id, bytes, reading }) => {
          const kept = (await store?.load(id)) ?? null
          const prepared = await pool.call(
            'prepare-selfie',
            { id, bytes, reading: reading ?? null, kept },
            signal,
          )
          if (prepared && !(kept && sameBytes(prepared, kept))) await store?.save(id, prepared)
          onProgress?.('preparing', ++done / selfies.length)
          return prepared
        }),
      )
      const prepared = answers.filter((answer) => answer !== null)
      if (prepared.length === 0) throw new StudioError('no_usable_selfie', 'none of the selfies shows a face')
      onProgress?.('modelling', 0)
      const model = await pool.call('build-model', { prepared }, signal)
      onProgress?.('modelling', 1)
      return model
    },
    plan: (modelBytes, styleId, count) =>
      pool.call('plan-bundle', { model: share(modelBytes), styleId, count }),
    render: (modelBytes, styleId, shot, signal) =>
      pool.call('render-shot', { model: share(modelBytes), styleId, shot, credit, description }, signal),
    preview: (bytes, { styleId, text, signal }) =>
      pool.call('draw-preview', { bytes, order: { styleId, text }, words: { credit, description } }, signal),
    upscale: (jpeg, factor, upscaling = {}) =>
      upscalePicture(pool, jpeg, factor, { credit, description }, upscaling),
    exportHeadshot: (jpeg, presetIds, signal) =>
      pool.call('export-headshot', { jpeg, presetIds, words: { credit, description } }, signal),
    close: () => pool.close(),
  }
}

function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0
}
