import { randomUUID } from 'node:crypto'
import type { CleanSelfie } from './intake/clean.ts'
import type { SelfieReading } from './intake/selfie.ts'
import { StudioError, createPool } from './pool.ts'
import type { RenderedHeadshot, SharedModel } from './protocol.ts'
import type { Shot } from './render/headshot.ts'
import type { StyleId } from './styles.ts'

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

export interface TrainOptions {
  signal?: AbortSignal
  /** `fraction` runs from 0 to 1 within each stage. */
  onProgress?: (stage: TrainingStage, fraction: number) => void
}

/** The image engine: all work happens in its threads. Every call fails with `StudioError`, or the signal's reason. */
export interface Studio {
  /** Reads any bytes; bad input comes back as reasons, not as an error. */
  readSelfie: (bytes: Uint8Array, signal?: AbortSignal) => Promise<SelfieReading>
  /** The picture as pixels alone, for keeping; null when it cannot be decoded. */
  cleanSelfie: (bytes: Uint8Array, signal?: AbortSignal) => Promise<CleanSelfie | null>
  /** Accepted selfies in, encoded person model out. Those without a face are left out; `no_usable_selfie` if all are. */
  train: (
    selfies: readonly { id: string; bytes: Uint8Array }[],
    options?: TrainOptions,
  ) => Promise<Uint8Array>
  plan: (modelBytes: Uint8Array, styleId: StyleId, count: number) => Promise<Shot[]>
  render: (
    modelBytes: Uint8Array,
    styleId: StyleId,
    shot: Shot,
    signal?: AbortSignal,
  ) => Promise<RenderedHeadshot>
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
    cleanSelfie: (bytes, signal) => pool.call('clean-selfie', { bytes }, signal),
    train: async (selfies, { signal, onProgress } = {}) => {
      let done = 0
      onProgress?.('preparing', 0)
      const answers = await Promise.all(
        selfies.map(async ({ id, bytes }) => {
          const answer = await pool.call('prepare-selfie', { id, bytes }, signal)
          onProgress?.('preparing', ++done / selfies.length)
          return answer
        }),
      )
      const usable = answers.flatMap(({ reading, prepared }) => (prepared ? [{ reading, prepared }] : []))
      if (usable.length === 0) throw new StudioError('no_usable_selfie', 'none of the selfies shows a face')
      onProgress?.('modelling', 0)
      const model = await pool.call(
        'build-model',
        { prepared: usable.map(({ prepared }) => prepared), readings: usable.map(({ reading }) => reading) },
        signal,
      )
      onProgress?.('modelling', 1)
      return model
    },
    plan: (modelBytes, styleId, count) =>
      pool.call('plan-bundle', { model: share(modelBytes), styleId, count }),
    render: (modelBytes, styleId, shot, signal) =>
      pool.call('render-shot', { model: share(modelBytes), styleId, shot, credit, description }, signal),
    close: () => pool.close(),
  }
}
