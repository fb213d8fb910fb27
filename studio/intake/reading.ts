import type { Face, Opinions } from '#studio/nets/face.ts'
import type { FacePrint } from '#studio/measure/face-print.ts'
import type { SeenSkin } from '#studio/person/skin.ts'
import { noMeasures } from './reasons.ts'
import type { Measures, RejectReason, Warning } from './reasons.ts'

export type QuarterTurns = 0 | 1 | 2 | 3

/**
 * A reading: everything one file shows by itself (face, measures, reasons), before it is compared with the others.
 */
export interface SelfieReading {
  /** Pixels after turning upright and bounding; 0 when the file could not be read. */
  width: number
  height: number
  /** Quarter turns clockwise applied to a picture that lay on its side or stood on its head, after its orientation entry. */
  quarterTurns: QuarterTurns
  /** The main (largest) face, in those pixels. */
  face: (Face & Opinions) | null
  /** Empty when the picture by itself has no fault. */
  reasons: RejectReason[]
  warnings: Warning[]
  measures: Measures
  /** Perceptual, 64 bit, of the square around the face (of the whole picture without one). */
  hash: bigint
  /** Tells copies of the photograph from others of the same face; null without a face, and in readings of before. */
  facePrint: FacePrint | null
  /** SHA-256 of the bytes, hexadecimal. */
  contentHash: string
  descriptor: Float32Array | null
  /** What age the face looks, see `describeFace`; null without a face, and in readings of before. */
  ageYears: number | null
  /** The facial skin in the light of the selfie; null without a face. */
  skin: SeenSkin | null
  /** As the camera wrote it, for 36x24 mm; null where it did not. */
  focalLength35Mm: number | null
}

/** The reading of a file of which only the reason for its refusal is known. `contentHash` as in `SelfieReading`. */
export function refusedReading(reason: RejectReason, contentHash: string): SelfieReading {
  return {
    width: 0,
    height: 0,
    quarterTurns: 0,
    face: null,
    reasons: [reason],
    warnings: [],
    measures: noMeasures(),
    hash: 0n,
    facePrint: null,
    contentHash,
    descriptor: null,
    ageYears: null,
    skin: null,
    focalLength35Mm: null,
  }
}
