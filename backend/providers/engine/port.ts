import type { RejectReason } from '#contract/selfies.ts'
import type { StyleId } from '#contract/styles.ts'
import type { TrainingStage } from '#contract/training.ts'

/** What one selfie showed on its own. */
export interface ReadSelfie {
  /** Everything measured, in the engine's own encoding; comes back in `judgeSelfies`. */
  reading: string
  /** The picture itself: JPEG, upright, sRGB, at most 4096 px, without any metadata. Null when it cannot be read. */
  image: Uint8Array | null
  /** WebP, 320 px wide, for showing. */
  thumbnail: Uint8Array | null
}

export interface SelfieVerdict {
  id: string
  accepted: boolean
  /** Empty when accepted. */
  reasons: RejectReason[]
}

/** One headshot to be made, in the engine's own encoding; survives JSON. */
export type Shot = unknown

export interface RenderedHeadshot {
  /** JPEG with its mark of provenance. */
  image: Uint8Array
  /** WebP, 480 px wide, for showing. */
  thumbnail: Uint8Array
  width: number
  height: number
  /** Similarity to the person's selfies, 0..1. */
  likeness: number
  /** Whether it passed the gate, and if not, why. */
  passed: boolean
  reasons: string[]
}

/** The selfies cannot make a model; trying again would not help. */
export class SelfiesUnusableError extends Error {
  override readonly name = 'SelfiesUnusableError'
}

export interface EngineCall {
  /** Ends the work as soon as the engine can; the promise then rejects with the signal's reason. */
  signal: AbortSignal
}

/** Selfies in, headshots out. Never occupies the calling thread for long. Deterministic for equal input. */
export interface Engine {
  /** How many renders are worth having under way at once. */
  parallelism: number
  /** Reads any bytes; never rejects because of what they are. */
  readSelfie(bytes: Uint8Array, call: EngineCall): Promise<ReadSelfie>
  /** Judges all selfies of one person together: duplicates, other people. Pure and quick. */
  judgeSelfies(selfies: readonly { id: string; reading: string }[]): SelfieVerdict[]
  /**
   * Learns the person; resolves with the encoded model. `onProgress` hears the stage and how much of it is done, 0..1.
   * @throws SelfiesUnusableError
   */
  train(
    selfies: readonly { id: string; bytes: Uint8Array }[],
    call: EngineCall & { onProgress: (stage: TrainingStage, fraction: number) => void },
  ): Promise<Uint8Array>
  /** Up to `count` visibly different shots, the most promising first. */
  plan(model: Uint8Array, styleId: StyleId, count: number, call: EngineCall): Promise<Shot[]>
  render(model: Uint8Array, styleId: StyleId, shot: Shot, call: EngineCall): Promise<RenderedHeadshot>
  close(): Promise<void>
}
