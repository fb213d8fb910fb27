import { printLikeness } from '#studio/measure/face-print.ts'
import type { FacePrint } from '#studio/measure/face-print.ts'
import { hashDistance, mirroredHash } from '#studio/intake/perceptual-hash.ts'
import { COPY } from './limits.ts'

/** What tells whether two pictures are one photograph. */
export interface Printed {
  /** Of the face with its hair and what is beside it, see `faceSquare`. */
  hash: bigint
  /** Null in readings that were stored before there was a print. */
  facePrint: FacePrint | null
}

/** How far a picture repeats one of the selfies. */
export interface CopyMeasures {
  /** The most that the face agrees with that of a selfie with the same framing and surroundings; 0 where there is none. */
  copy: number
  /** The most that passes: beyond how alike this person's selfies are among themselves. */
  copyMost: number
}

/** Compares a picture with each selfie. */
export function measureCopy(picture: Printed, selfies: readonly Printed[]): CopyMeasures {
  const own = selfies.flatMap((one, i) => selfies.slice(i + 1).map((other) => agreementOf(one, other)))
  return {
    copy: Math.max(0, ...selfies.map((selfie) => agreementOf(picture, selfie))),
    copyMost: Math.max(
      COPY.most,
      ...own.map((agreement) => Math.min(COPY.mostOfTwins, agreement + COPY.slack)),
    ),
  }
}

/** How far two faces agree that are framed and surrounded alike; 0 where they are not. */
function agreementOf(one: Printed, other: Printed): number {
  const bits = Math.min(hashDistance(one.hash, other.hash), hashDistance(one.hash, mirroredHash(other.hash)))
  if (bits > COPY.bits || !one.facePrint || !other.facePrint) return 0
  return printLikeness(one.facePrint, other.facePrint)
}
