import { costOf } from '#studio/intake/reasons.ts'
import type { Measures, Warning } from '#studio/intake/reasons.ts'

/** Ranges from no points to full points. */
const FACE_HEIGHT_PX = [160, 640] as const
const SHARPNESS = [0.5, 1.5] as const
const YAW_DEG = [28, 0] as const
const SIDE_LIGHT = [1.1, 0] as const
/** Faults that make a poor first picture of a person. */
const AT_ITS_WORST: readonly Warning[] = [
  'mouth_open',
  'displeased',
  'looking_away',
  'squinting',
  'tight_crop',
]

/**
 * Quality of a picture, 0 to 2: a large, sharp face counts most, then a look into the camera and even light.
 * A grimace or a look aside costs the same as for a headshot. A measure that was not taken counts half.
 */
export function qualityOf({
  measures,
  warnings,
}: {
  measures: Pick<Measures, 'faceHeightPx' | 'sharpness' | 'yawDeg' | 'sideLight'>
  warnings: readonly Warning[]
}): number {
  const [least, most] = FACE_HEIGHT_PX
  const promise =
    0.6 * share(Math.log(measures.faceHeightPx), [Math.log(least), Math.log(most)]) +
    0.6 * share(measures.sharpness, SHARPNESS) +
    0.5 * share(Math.abs(measures.yawDeg), YAW_DEG) +
    0.3 * share(Math.abs(measures.sideLight), SIDE_LIGHT)
  return Math.max(0, promise - costOf(warnings.filter((warning) => AT_ITS_WORST.includes(warning))))
}

function share(value: number, [worst, best]: readonly [number, number]): number {
  return Number.isNaN(value) ? 0.5 : Math.min(1, Math.max(0, (value - worst) / (best - worst)))
}
