import { z } from 'zod'
import type { Care, Cares } from '#contract/cares.ts'
import type { LookChoices } from '#contract/looks.ts'
import type { Kept, Region } from '#contract/processing.ts'
import type { StyleId, StyleNeed } from '#contract/styles.ts'
import type { TrainingStage } from '#contract/training.ts'
import type { HeadshotVerdict } from '#backend/providers/eye/eye-port.ts'
import type { StorageKey } from '#backend/providers/storage/storage-port.ts'

/**
 * A job's id, and its idempotency key: the id of the order, which the product chooses and stores before it submits. How the
 * vendor calls the job is the engine's own affair.
 */
export type EngineJobId = string

/** A trained model: a file in our storage, or a version at the vendor's. */
export const ModelRef = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('file'), key: z.string() }),
  z.object({ kind: z.literal('version'), version: z.string() }),
])
export type ModelRef = z.infer<typeof ModelRef>

/** One headshot to be made, in the engine's own encoding; survives JSON. */
export type Shot = unknown

/** The current state of a job. States only move forward, except for `lost` and `unknown`. */
export type EngineJob<Output> =
  | { state: 'queued' }
  /** `fraction` of the stage is done, 0..1. */
  | { state: 'running'; stage: TrainingStage | null; fraction: number }
  | { state: 'succeeded'; output: Output }
  /** `selfies_unusable`: trying again would not help. The message is for the log. */
  | { state: 'failed'; code: 'selfies_unusable' | 'engine_failed'; message: string }
  | { state: 'canceled' }
  /** The engine's safety check refused the order: a repeat would be refused too. The message is for the log. */
  | { state: 'refused'; message: string }
  /**
   * The answer to the submission was lost: the vendor may work on the job, under an unknown id. The engine looks for
   * it, by listing where the vendor lists, or by waiting for its callback. `isOverdue`: it would have ended by now, had it
   * been begun; `abandon` it, and submit again.
   */
  | { state: 'unknown'; isOverdue: boolean }
  /** The engine never had the job, or no longer has it: submit it; prepared selfies are reused. */
  | { state: 'lost' }

/** Facts about an engine, known before anything is sent to it. */
export interface EngineProfile {
  /** Its name in `ENGINES`. */
  name: string
  can: {
    /** Makes pictures that were never taken; else it finishes photographs. */
    generates: boolean
    /** Makes a model of each person; else it works from references alone. */
    trains: boolean
    /** Pictures of the person that a render may refer to, at most; 0 where it works by its model alone. */
    references: number
    /** Width and height of its pictures in px: between these, in steps of `step`. */
    sizes: { least: number; most: number; step: number }
    /** Jobs under way at once for the operator's whole account; null without a limit. */
    inFlight: number | null
  }
  where: {
    region: Region
    /** The company that processes the pictures for the operator; null where the operator does so itself. */
    subProcessor: string | null
    keeps: { selfies: Kept; models: Kept; pictures: Kept }
  }
  /** The licence of the weights or the service that makes the pictures. */
  licence: { name: string; allowsCommercialUse: boolean }
}

export interface TrainingOrder {
  /**
   * While a job of this id runs, is unknown or has succeeded, a repeat changes nothing; after a failed, canceled, refused or
   * lost one it starts a new job.
   */
  id: EngineJobId
  /** The accepted selfies: pictures as the eye cleaned them, by key, with their readings. */
  selfies: readonly { id: string; imageKey: StorageKey; reading: string }[]
  /** Folder for a model file; the engine chooses a key within it that was never written. */
  modelFolder: StorageKey
  /**
   * Folder for the engine's prepared selfies, kept until the training has ended so that an interrupted one resumes.
   */
  preparedFolder: StorageKey
  /** Null where any engine may have it. */
  needs: StyleNeed | null
  /** Names of engines at companies that the selfies may be sent to; to those on machines of our own they always may. */
  agreedTo: readonly string[]
}

/** The owner's choices among the person's selfies, by their ids; among the others the engine chooses. */
export interface SelfieChoices {
  preferred: readonly string[]
  leftOut: readonly string[]
}

export interface RenderOrder {
  /** See `TrainingOrder.id`. */
  id: EngineJobId
  model: ModelRef
  styleId: StyleId
  shot: Shot
  /** The touch-ups that the owner chose; those not among the engine's `cares` are ignored. */
  cares: Cares
  /** The owner's choices within a look; empty for other styles. */
  look: LookChoices
}

/** A finished picture as the product stores it, by any engine. */
export interface FinishedPicture {
  /** The finished JPEG with its mark of provenance. */
  image: Uint8Array
  /** WebP, 480 px wide, for showing. */
  thumbnail: Uint8Array
  width: number
  height: number
  /** SHA-256 of `image`, lower-case hex, taken where the file was finished. */
  sha256: string
}

export interface RenderedPicture extends FinishedPicture {
  /** Pictures of one source look alike in face and pose; opaque. */
  sourceKey: string
  /** The `EngineProfile.name` of the engine that made it. */
  engine: string
  /** Whether it was never taken, see `EngineProfile.can`. */
  isGenerated: boolean
  /** The eye's own verdict if the engine judged the picture while making it; without one, call the eye. */
  verdict: HeadshotVerdict | null
}

export interface EngineCall {
  /** Ends the call, never the job. */
  signal: AbortSignal
}

/** The promise to customers before payment; the API reads it without loading an engine. */
export interface EnginePromise {
  /**
   * How many different headshots, each worth keeping, that many good selfies give. Pure: called before payment, where
   * no engine is loaded. A generative engine returns a whole bundle's number for any input.
   */
  headshotsFrom(goodSelfies: number): number
  /** Retouching it can do on request beyond the usual; known before payment, like `headshotsFrom`. */
  cares: readonly Care[]
}

/** The same of one style, whichever engine of the settings makes it. */
export interface StylePromise extends EnginePromise {
  /** Null where engines of either kind may make it. */
  needs: StyleNeed | null
  /** Names of the engines that may make it, the preferred first. */
  engines: readonly string[]
}

/** The styles that customers can buy by the settings. Pure. */
export interface StylePromises {
  /** Null where no engine can make the style: then it is not offered. */
  of(styleId: StyleId): StylePromise | null
}

/** The facts about one engine, for processes that load none. */
export interface EngineOutlook extends EnginePromise {
  profile: EngineProfile
}

/** One engine, and what it is. */
export type ProfiledEngine = Engine & EngineOutlook

/**
 * Trains and renders by jobs that outlive the one who asks: store the order's id, submit, then poll. `cancel` alone ends a
 * job early. No engine sends a submission twice by itself: a vendor might do and bill both.
 */
export interface Engine extends EnginePromise {
  /** How many renders are worth having under way at once. */
  parallelism: number
  /**
   * Resolves too when the vendor's answer was lost: then the job is `unknown`.
   * @throws UnavailableError when the vendor certainly did not take the order: it may be sent again
   */
  submitTraining(order: TrainingOrder, call: EngineCall): Promise<void>
  pollTraining(jobId: EngineJobId, call: EngineCall): Promise<EngineJob<ModelRef>>
  /** Whether the model's key or version names this engine, in any version of its format. Pure and quick. */
  madeModel(model: ModelRef): boolean
  /** Whether `plan` and renders can use the model; false for one of another engine or an earlier version. */
  readsModel(model: ModelRef, call: EngineCall): Promise<boolean>
  /**
   * Up to `count` visibly different shots, the most promising first: preferred selfies first, left-out selfies never.
   * Shots that use no particular selfie ignore the choices.
   */
  plan(
    model: ModelRef,
    styleId: StyleId,
    count: number,
    choices: SelfieChoices,
    call: EngineCall,
  ): Promise<Shot[]>
  /**
   * Whether a shot is in this engine's encoding; of several engines, in that of one, or of the one that made the model.
   * Pure and quick.
   */
  plannedShot(shot: Shot, model?: ModelRef): boolean
  /**
   * Shots of one framing look so alike that a customer keeps one of them: the others replace it where it does not
   * pass.
   * Pure and quick.
   */
  framingOf(shot: Shot): string
  /** The planned shots that the choices allow, those of preferred selfies first. Pure and quick. */
  chosen(shots: readonly Shot[], choices: SelfieChoices): Shot[]
  /** See `submitTraining`. */
  submitRender(order: RenderOrder, call: EngineCall): Promise<void>
  pollRender(jobId: EngineJobId, call: EngineCall): Promise<EngineJob<RenderedPicture>>
  /**
   * Resolves when a poll may find a change: at a callback where the engine has one, else after its interval. A hint,
   * never proof. Rejects with the signal's reason.
   */
  nextChange(jobId: EngineJobId, call: EngineCall): Promise<void>
  /** Cancels a job as soon as the engine can; no error when there is none. */
  cancel(jobId: EngineJobId): Promise<void>
  /**
   * Gives up an `unknown` job, so that its order may be submitted again and knowingly paid again; what may still come of the
   * first is not used.
   */
  abandon(jobId: EngineJobId): Promise<void>
  /**
   * Deletes the engine's data of a model; a file in storage is deleted like all files. No error when there is none.
   */
  deleteModel(model: ModelRef): Promise<void>
}
