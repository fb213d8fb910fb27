import type { GateReason } from '#contract/bundles.ts'
import type { RejectReason, SelfieCoach, SelfieWarning } from '#contract/selfies.ts'
import type { StyleId } from '#contract/styles.ts'

/** What one selfie showed on its own. */
export interface ReadSelfie {
  /** Everything measured, in the eye's own encoding; comes back wherever a reading is asked for. */
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
  /** What speaks against using it first, gravest first; empty unless accepted. */
  warnings: SelfieWarning[]
  /** How promising a picture it is, comparable with other verdicts; about 0 to 2. */
  quality: number
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

/** What one finished headshot is like, seen on its own. */
export interface HeadshotVerdict {
  /** Similarity to the person's selfies, 0..1. */
  likeness: number
  /** What speaks against it; empty when nothing does. Never `duplicate`: the bundle alone knows the others. */
  reasons: GateReason[]
  /** For `distanceOf`; empty without a face. */
  fingerprint: string
  /**
   * How much a photographer would like it, whoever it shows: calm or smiling, eyes to the camera, sharp, well framed,
   * nothing before the face. 0..1 in steps of .05, finer ones are not seen.
   */
  appeal: number
}

/** There is no face in the picture that a preview could be made of. */
export class NoFaceError extends Error {
  override readonly name = 'NoFaceError'
}

export interface EyeCall {
  /** Ends the work as soon as possible; the promise then rejects with the signal's reason. */
  signal: AbortSignal
}

/**
 * Told once, where judging a selfie takes seconds more and nothing speaks against it so far: a coarser preview of it can be
 * had meanwhile. The reading waits for this callback, and fails where it fails.
 */
export type OnSound = (draw: (styleId: StyleId) => Promise<RenderedPreview>) => Promise<void>

/**
 * Sees what is in pictures, whoever made them: reads and judges selfies, coaches, gives a first impression, and judges
 * finished headshots. Never occupies the calling thread for long. Deterministic for equal input.
 */
export interface Eye {
  /** Reads any bytes; never rejects because of what they are. */
  readSelfie(bytes: Uint8Array, call: EyeCall & { onSound?: OnSound }): Promise<ReadSelfie>
  /** Judges all selfies of one person together: duplicates, other people. Pure and quick. */
  judgeSelfies(selfies: readonly { id: string; reading: string }[]): SelfieVerdict[]
  /** What the accepted selfies of one person show and which to take next, from their readings. Pure and quick. */
  coachSelfies(readings: readonly string[]): SelfieCoach
  /**
   * A first impression in seconds: no training, no gate.
   * @throws NoFaceError
   */
  preview(selfie: Uint8Array, styleId: StyleId, call: EyeCall): Promise<RenderedPreview>
  /**
   * As `preview`, 320 px wide, in each of the styles and in their order: nobody waits for it as for that one.
   * @throws NoFaceError
   */
  samples(selfie: Uint8Array, styleIds: readonly StyleId[], call: EyeCall): Promise<RenderedPreview[]>
  /**
   * Judges a finished picture, whichever engine made it, against the accepted selfies of the person it is to show.
   * @param image any file a browser shows; one that cannot be read shows no face
   * @param person at least one reading with a face
   */
  judgeHeadshot(
    image: Uint8Array,
    person: { readings: readonly string[]; styleId: StyleId },
    call: EyeCall,
  ): Promise<HeadshotVerdict>
  /**
   * How far two headshots are apart by their fingerprints, neither empty: two files of one picture, cropped or graded a
   * little, at most 1. Pure and quick.
   */
  distanceOf(one: string, other: string): number
}
