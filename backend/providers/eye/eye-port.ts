import type { GateReason } from '#contract/bundles.ts'
import type { RejectReason, SelfieCoach, SelfieWarning } from '#contract/selfies.ts'
import type { StudioStyleId, StyleId } from '#contract/styles.ts'

/** The result of reading one selfie by itself. */
export interface ReadSelfie {
  /** All measures, in the eye's own encoding; passed back to every call that takes a reading. */
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
  /** Reasons to use other selfies first, gravest first; empty unless accepted. */
  warnings: SelfieWarning[]
  /** Quality of the picture, comparable with other verdicts; about 0 to 2. */
  quality: number
}

/** A quick headshot from one selfie, shown before any purchase. */
export interface RenderedPreview {
  /** Small JPEG with a watermark all over and its mark of provenance. */
  image: Uint8Array
  width: number
  height: number
  /** SHA-256 of `image`, lower-case hex. */
  sha256: string
}

/** The verdict on one finished headshot by itself. */
export interface HeadshotVerdict {
  /** Similarity to the person's selfies, 0..1. */
  likeness: number
  /** Faults; empty when it passes. Never `duplicate`: only the bundle knows the other headshots. */
  reasons: GateReason[]
  /** For `distanceOf`; empty without a face. */
  fingerprint: string
  /**
   * How much a photographer would like it, independent of whose face it is: calm or smiling, eyes to the camera,
   * sharp, well framed, face uncovered. 0..1 in steps of .05, because finer differences are invisible.
   */
  appeal: number
}

/** Whom a finished picture is to show. */
export interface PersonInPicture {
  /** Readings of the person's accepted selfies. */
  readings: readonly string[]
  styleId: StyleId
  /** Made by an engine that generates: it must copy no selfie. A finished photograph, in contrast, shows one. */
  isGenerated: boolean
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
 * Called once, when judging a selfie takes seconds more and it has no fault so far: a coarser preview of it can be
 * drawn meanwhile. The reading waits for this callback, and fails if it fails.
 */
export type OnSound = (draw: (styleId: StudioStyleId) => Promise<RenderedPreview>) => Promise<void>

/**
 * Analyses pictures of any source: reads and judges selfies, coaches, draws previews, and judges finished headshots.
 * Never occupies the calling thread for long. Deterministic for equal input.
 */
export interface Eye {
  /** Reads any bytes; bad bytes give a reason, never a rejection. */
  readSelfie(bytes: Uint8Array, call: EyeCall & { onSound?: OnSound }): Promise<ReadSelfie>
  /** Judges all selfies of one person together: duplicates, other people. Pure and quick. */
  judgeSelfies(selfies: readonly { id: string; reading: string }[]): SelfieVerdict[]
  /** Advises which selfies one person should take next, from the readings of the accepted ones. Pure and quick. */
  coachSelfies(readings: readonly string[]): SelfieCoach
  /**
   * A first impression in seconds: no training, no gate.
   * @throws NoFaceError
   */
  preview(selfie: Uint8Array, styleId: StudioStyleId, call: EyeCall): Promise<RenderedPreview>
  /**
   * Like `preview`, 320 px wide, in each of the styles and in their order: less urgent than a preview.
   * @throws NoFaceError
   */
  samples(selfie: Uint8Array, styleIds: readonly StudioStyleId[], call: EyeCall): Promise<RenderedPreview[]>
  /**
   * Judges a finished picture of any engine against the accepted selfies of its person.
   * @param image any file a browser shows; one that cannot be read counts as without a face
   * @param person at least one reading with a face
   */
  judgeHeadshot(image: Uint8Array, person: PersonInPicture, call: EyeCall): Promise<HeadshotVerdict>
  /**
   * How far two headshots are apart by their fingerprints, neither empty: two files of one picture, cropped or graded a
   * little, at most 1. Pure and quick.
   */
  distanceOf(one: string, other: string): number
}
