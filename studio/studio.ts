import { LRUCache } from 'lru-cache'
import type { ExportPresetId } from './export/presets.ts'
import type { SeenFace } from './gate/gate.ts'
import { refusedReading } from './intake/reading.ts'
import type { SelfieReading } from './intake/reading.ts'
import type { KnownSelfie } from './intake/selfie.ts'
import { sha256Of } from './export/encode.ts'
import { CUT_OUT_NET } from './nets/cut-out.ts'
import type { FramedSelfie } from './model/prepare.ts'
import type { CutOutCalls } from './pool/cut-out-worker.ts'
import type { Usage } from './pool/messages.ts'
import { createPool } from './pool/pool.ts'
import type { Preview, PreviewOrder, SamplesOrder } from './preview/preview.ts'
import { NO_CARE } from './render/cares.ts'
import type { Care } from './render/cares.ts'
import type { Shot } from './render/plan.ts'
import { StudioError } from './pool/studio-error.ts'
import type { JudgeOptions, ReadSelfie, StudioCalls } from './pool/worker.ts'
import type { StyleId } from './scene/styles.ts'
import type { UpscaleFactor } from './upscale/factors.ts'
import { upscalePicture } from './upscale-picture.ts'
import type { UpscaleOptions } from './upscale-picture.ts'

export interface StudioOptions {
  /** Child processes at most; each holds the nets. */
  threads: number
  /** IPTC credit line and disclosure written into every headshot. */
  credit?: string
  description?: string
  /**
   * Absolute path of another ONNX net that cuts out (see `cutOutOf`); null: the net that finds people cuts out alone, in
   * a tenth of the time and coarsely.
   */
  cutOutNet?: string | null
  /** Calls waiting at most, 256 by default. */
  queueLength?: number
  /** Processor time of one call at most; two minutes by default. */
  callCpuMs?: number
  /** One call at most by the clock; twenty minutes by default, for a busy machine makes every call wait. */
  callTimeoutMs?: number
  /** Resident set of one process at most; 2 GiB by default. */
  memoryMaxBytes?: number
}

/**
 * Called once per selfie, when it has no reason against it so far and only the cut-out net has yet to run: a quick
 * preview can then be drawn with the people net's coarse cut-out. A selfie refused later may have had one.
 */
export type OnSound = (draw: (order: PreviewOrder) => Promise<Preview | null>) => Promise<void>

export type TrainingStage = 'preparing' | 'modelling'

/** Where prepared selfies (about 1 MB each) are kept, so that a training that was broken off goes on. */
export interface PreparedStore {
  /** Null when none is kept; bytes of another version or of another selfie are prepared again. */
  load: (id: string) => Promise<Uint8Array | null>
  save: (id: string, prepared: Uint8Array) => Promise<void>
}

export interface TrainOptions {
  signal?: AbortSignal
  store?: PreparedStore
  /** `fraction` runs from 0 to 1 within each stage. */
  onProgress?: (stage: TrainingStage, fraction: number) => void
}

/** Prepared selfies, about a megabyte each, that are remembered: previews and a training of the same pictures come next. */
const RECENT_SELFIES = 24

/**
 * How long the cut-out process outlives its last studio: the next command line, or a restarted worker, has it at
 * once.
 */
const NET_LINGER_MS = 10_000

const DEFAULT_CREDIT = 'AI-finished portrait'
const DEFAULT_DESCRIPTION =
  'This portrait was finished with artificial intelligence from a photograph of the person shown.'

/**
 * The image engine: all work happens in processes of its own, which may crash or be killed without harm to this one.
 * Every call fails with `StudioError`, or the signal's reason.
 */
export type Studio = ReturnType<typeof createStudio>

/** Starts no process yet: processes start with the first call, and end when idle. Close the studio when done. */
export function createStudio(options: StudioOptions) {
  const { credit = DEFAULT_CREDIT, description = DEFAULT_DESCRIPTION, cutOutNet = CUT_OUT_NET } = options
  const words = { credit, description }
  const limits = {
    queueLength: options.queueLength ?? 256,
    callCpuMs: options.callCpuMs ?? 120_000,
    callTimeoutMs: options.callTimeoutMs ?? 1_200_000,
    memoryMaxBytes: options.memoryMaxBytes ?? 2 * 2 ** 30,
    idleTimeoutMs: 60_000,
  }
  const pool = createPool<StudioCalls>({
    ...limits,
    program: new URL('./pool/worker.ts', import.meta.url),
    size: Math.max(1, options.threads),
    urgent: ['drawPreview'],
  })
  const cutOutPool = createPool<CutOutCalls>({
    ...limits,
    program: new URL('./pool/cut-out-worker.ts', import.meta.url),
    size: 1,
    shared: { name: cutOutNet ?? '', lingerMs: NET_LINGER_MS },
  })
  /** Selfies just prepared, by the hash of the picture that was kept, else of the one that was read. */
  const recent = new LRUCache<string, Uint8Array>({ max: RECENT_SELFIES })

  async function prepare(
    { seen, ...framed }: FramedSelfie,
    warnings: readonly string[],
    signal?: AbortSignal,
  ): Promise<Uint8Array> {
    const cutOut = cutOutNet === null ? null : await cutOutPool.call('cutOut', [seen, cutOutNet], signal)
    return pool.call('prepareSelfie', [framed, cutOut, warnings], signal)
  }

  /** Reads a selfie and, where it has no reasons, cuts it out once to find reasons against its headshots. */
  async function read(
    bytes: Uint8Array,
    options: { keep: boolean },
    signal?: AbortSignal,
    onSound?: OnSound,
  ) {
    // A file may end its process; the cut-out net gets pixels alone, so its failure is not the file's fault.
    const { reading, clean, framed } = await readOrRefuse(
      pool.call('readSelfie', [bytes, options], signal),
      () => refused(bytes),
    )
    if (!framed) return { reading, clean }
    const drawEarly = async (order: PreviewOrder) => {
      const { seen: _seen, ...coarse } = framed
      const early = await pool.call('prepareSelfie', [coarse, null, reading.warnings], signal)
      return pool.call('drawPreview', [early, order, words], signal)
    }
    const [prepared] = await Promise.all([
      prepare(framed, reading.warnings, signal),
      cutOutNet === null ? undefined : onSound?.(drawEarly),
    ])
    recent.set(clean ? sha256Of(clean.image) : reading.contentHash, prepared)
    const verdict = await pool.call('judgePrepared', [prepared, reading.warnings], signal)
    return { reading: { ...reading, ...verdict }, clean }
  }

  /** Null where the bytes show no face. */
  async function preparedOf(bytes: Uint8Array, signal?: AbortSignal): Promise<Uint8Array | null> {
    const known = recent.get(sha256Of(bytes))
    if (known) return known
    const found = await pool.call('frameSelfie', ['preview', bytes, null], signal)
    return found && prepare(found.framed, found.warnings, signal)
  }
  return {
    /**
     * Reads any bytes; bad input comes back as reasons, not as an error. What crashes its process, or takes too much
     * processor time or memory, is `unreadable`; what merely waited too long on a busy machine fails with `timed_out`.
     */
    readSelfie: async (bytes: Uint8Array, signal?: AbortSignal): Promise<SelfieReading> =>
      (await read(bytes, { keep: false }, signal)).reading,
    /** The same, and the picture's pixels to keep; null when the bytes cannot be decoded. */
    takeSelfie: (
      bytes: Uint8Array,
      { signal, onSound }: { signal?: AbortSignal; onSound?: OnSound | undefined } = {},
    ) => read(bytes, { keep: true }, signal, onSound),
    /**
     * Accepted selfies in, encoded person model out. Those without a face are left out; `no_usable_selfie` if all are.
     * With the reading of the same bytes, or of the picture kept of them (then without quarter turns), a face is not
     * sought again.
     */
    train: async (
      selfies: readonly { id: string; bytes: Uint8Array; reading?: KnownSelfie }[],
      { signal, onProgress, store }: TrainOptions = {},
    ) => {
      let done = 0
      const prepareAnew = async (
        id: string,
        bytes: Uint8Array,
        reading: KnownSelfie | null,
        kept: Uint8Array | null,
      ): Promise<Uint8Array | null> => {
        if (kept && (await pool.call('isKept', [kept, id], signal))) return kept
        const known = reading && recent.get(sha256Of(bytes))
        if (known) return pool.call('renameSelfie', [known, id, reading.warnings], signal)
        const found = await pool.call('frameSelfie', [id, bytes, reading], signal)
        return found && prepare(found.framed, found.warnings, signal)
      }
      onProgress?.('preparing', 0)
      const answers = await Promise.all(
        selfies.map(async ({ id, bytes, reading = null }) => {
          const kept = (await store?.load(id)) ?? null
          const prepared = await prepareAnew(id, bytes, reading, kept)
          if (prepared && prepared !== kept) await store?.save(id, prepared)
          onProgress?.('preparing', ++done / selfies.length)
          return prepared
        }),
      )
      const prepared = answers.filter((answer) => answer !== null)
      if (prepared.length === 0) throw new StudioError('no_usable_selfie', 'none of the selfies shows a face')
      onProgress?.('modelling', 0)
      const model = await pool.call('buildModel', [prepared], signal)
      onProgress?.('modelling', 1)
      return model
    },
    plan: (model: Uint8Array, styleId: StyleId, count: number) =>
      pool.call('planBundle', [model, styleId, count]),
    /** One headshot of the plan, judged; `care` is asked for by the person, see `Care`. */
    render: (model: Uint8Array, styleId: StyleId, shot: Shot, signal?: AbortSignal, care: Care = NO_CARE) =>
      pool.call('renderShot', [model, styleId, shot, words, care], signal),
    /** Judges a finished picture of any engine against the readings of the person's accepted selfies. */
    judge: (
      picture: Uint8Array,
      readings: readonly SeenFace[],
      options: JudgeOptions,
      signal?: AbortSignal,
    ) => pool.call('judgePicture', [picture, readings, options], signal),
    /**
     * A watermarked headshot of 512 x 640 from one selfie, before any training. Goes before everything that is queued.
     * Null where the bytes show no face.
     */
    preview: async (bytes: Uint8Array, { signal, ...order }: PreviewOrder & { signal?: AbortSignal }) => {
      const prepared = await preparedOf(bytes, signal)
      return prepared && pool.call('drawPreview', [prepared, order, words], signal)
    },
    /** A watermarked headshot of 320 x 400 in each style, in their order, from one selfie; waits its turn. As `preview`. */
    samples: async (bytes: Uint8Array, { signal, ...order }: SamplesOrder & { signal?: AbortSignal }) => {
      const prepared = await preparedOf(bytes, signal)
      return prepared && pool.call('drawSamples', [prepared, order, words], signal)
    },
    /** The headshot at two or four times its size; fails with `unreadable_picture` or `picture_too_large`. */
    upscale: (jpeg: Uint8Array, factor: UpscaleFactor, upscaling: UpscaleOptions = {}) =>
      upscalePicture(pool, jpeg, factor, words, upscaling),
    /** One headshot in each of the formats, in their order. */
    exportHeadshot: (jpeg: Uint8Array, presetIds: readonly ExportPresetId[], signal?: AbortSignal) =>
      pool.call('exportHeadshot', [jpeg, presetIds, words], signal),
    /** How each format cuts a headshot, and how its source picture is laid beside it. */
    frameHeadshot: (jpeg: Uint8Array, source: Uint8Array | null, signal?: AbortSignal) =>
      pool.call('frameHeadshot', [jpeg, source], signal),
    /**
     * What its processes used so far, as of their last answers; of memory the highest sum of those that lived together. Of
     * the net that cuts out, which all studios of a machine share: the processor time of its own calls, and all its memory.
     */
    usage: () => sumOf(pool.usage(), cutOutPool.usage()),
    /**
     * Ends all work except that of the shared cut-out process: other studios may use it, and it ends without clients.
     */
    close: async () => void (await Promise.all([pool.close(), cutOutPool.close()])),
  }
}

/** Not asked again: the file would end, or hold up, the next process as well. */
async function readOrRefuse<T>(reading: Promise<T>, refuse: () => T): Promise<T> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof StudioError && (error.code === 'crashed' || error.code === 'cpu_exceeded'))
      return refuse()
    throw error
  }
}

function refused(bytes: Uint8Array): ReadSelfie {
  return { reading: refusedReading('unreadable', sha256Of(bytes)), clean: null, framed: null }
}

function sumOf(one: Usage, other: Usage): Usage {
  return {
    cpuMs: one.cpuMs + other.cpuMs,
    peakMemoryBytes: one.peakMemoryBytes + other.peakMemoryBytes,
  }
}
