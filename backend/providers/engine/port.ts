import type { GateReason } from '#contract/bundles.ts'
import type { RejectReason, SelfieCoach } from '#contract/selfies.ts'
import type { StyleId } from '#contract/styles.ts'
import type { TrainingStage } from '#contract/training.ts'

/** The rule by which a bundle is filled is the studio's, whichever engine makes the headshots. */
export { REROLLS_MAX, createDuplicateCheck, makeUntilEnough } from '#studio/bundle.ts'

/** What one selfie showed on its own. */
export interface ReadSelfie {
  /** Everything measured, in the engine's own encoding; comes back in `judgeSelfies`, `coachSelfies` and `train`. */
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
  /** How promising a picture it is, comparable with other verdicts of this engine; about 0 to 2. */
  quality: number
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
  reasons: GateReason[]
  /** By which copies within a bundle are told; opaque. */
  fingerprint: string
  /** SHA-256 of `image`, lower-case hex, taken where the file was finished. */
  sha256: string
}

/** A headshot made quickly from one selfie, to be shown before anything is bought. */
export interface RenderedPreview {
  /** Small JPEG with a watermark all over and its mark of provenance. */
  image: Uint8Array
  width: number
  height: number
  /** SHA-256 of `image`, lower-case hex. */
  sha256: string
}

/** The selfies cannot make a model; trying again would not help. */
export class SelfiesUnusableError extends Error {
  override readonly name = 'SelfiesUnusableError'
}

export interface EngineCall {
  /** Ends the work as soon as the engine can; the promise then rejects with the signal's reason. */
  signal: AbortSignal
}

/** Where an engine keeps what it learned of single selfies, so that a training that was broken off goes on. */
export interface PreparedStore {
  /** Null when there is nothing. */
  load(selfieId: string): Promise<Uint8Array | null>
  save(selfieId: string, prepared: Uint8Array): Promise<void>
}

/** Selfies in, headshots out. Never occupies the calling thread for long. Deterministic for equal input. */
export interface Engine {
  /** How many renders are worth having under way at once. */
  parallelism: number
  /** Reads any bytes; never rejects because of what they are. */
  readSelfie(bytes: Uint8Array, call: EngineCall): Promise<ReadSelfie>
  /** Judges all selfies of one person together: duplicates, other people. Pure and quick. */
  judgeSelfies(selfies: readonly { id: string; reading: string }[]): SelfieVerdict[]
  /** What the accepted selfies of one person show and which to take next, from their readings. Pure and quick. */
  coachSelfies(readings: readonly string[]): SelfieCoach
  /**
   * A first impression in seconds: no training, no gate.
   * @throws SelfiesUnusableError
   */
  preview(selfie: Uint8Array, styleId: StyleId, call: EngineCall): Promise<RenderedPreview>
  /**
   * Learns the person from the pictures `readSelfie` gave, with its readings of them; resolves with the encoded model.
   * `onProgress` hears the stage and how much of it is done, 0..1. What `store` kept of an earlier attempt is not done again.
   * @throws SelfiesUnusableError
   */
  train(
    selfies: readonly { id: string; bytes: Uint8Array; reading: string | null }[],
    call: EngineCall & {
      store: PreparedStore
      onProgress: (stage: TrainingStage, fraction: number) => void
    },
  ): Promise<Uint8Array>
  /** Whether `plan` and `render` can use the model; false for one made by an earlier version. Pure and quick. */
  readsModel(model: Uint8Array): boolean
  /** Up to `count` visibly different shots, the most promising first. */
  plan(model: Uint8Array, styleId: StyleId, count: number, call: EngineCall): Promise<Shot[]>
  render(model: Uint8Array, styleId: StyleId, shot: Shot, call: EngineCall): Promise<RenderedHeadshot>
  close(): Promise<void>
}
