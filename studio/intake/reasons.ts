/** Why a selfie is refused. Closed list: every screen and every language has a sentence for each. */
export const REJECT_REASONS = [
  'unreadable',
  'unsupported_format',
  'file_too_large',
  'too_many_pixels',
  'too_small',
  'no_face',
  'several_faces',
  'face_cut_off',
  'face_too_small',
  'blurred',
  'noisy',
  'too_dark',
  'too_bright',
  'shoulders_cut',
  'hair_cut',
  'squeezed',
  'eyes_closed',
  'face_turned',
  'face_covered',
  'grimace',
  'black_and_white',
  'duplicate',
  'near_duplicate',
  'other_person',
  'several_people',
  'nudity',
] as const
export type RejectReason = (typeof REJECT_REASONS)[number]

/**
 * Hints for a better next photograph; the selfie is accepted all the same. Each value is its cost in rank points when
 * selfies are chosen for headshots. A selfie half a point behind the best is used only after all the others: a
 * tongue, a frown and a look aside cost more than light and size can win. Light from the side costs little, because
 * good portraits have it too.
 */
const WARNING_COSTS = {
  second_face: 0.2,
  small_face: 0.12,
  soft: 0.12,
  grainy: 0.12,
  dim: 0.12,
  overexposed: 0.12,
  uneven_light: 0.08,
  side_light: 0.2,
  tight_crop: 0.15,
  turned: 0.12,
  tilted: 0.12,
  squinting: 0.2,
  mouth_open: 1.1,
  displeased: 1,
  looking_away: 1,
} as const
export type Warning = keyof typeof WARNING_COSTS
export const WARNINGS = Object.keys(WARNING_COSTS) as Warning[]

/** The cost of all of a selfie's warnings together. */
export function costOf(warnings: readonly string[]): number {
  return WARNINGS.reduce((sum, warning) => sum + (warnings.includes(warning) ? WARNING_COSTS[warning] : 0), 0)
}

/** Gravest first. */
export function byGravity(warnings: readonly Warning[]): Warning[] {
  return warnings.toSorted((one, other) => WARNING_COSTS[other] - WARNING_COSTS[one])
}

/** The measures taken on a selfie; each threshold's comment gives the unit or meaning. */
export const MEASURES = [
  'secondFaceShare',
  'cutPoints',
  'faceHeightPx',
  'sharpness',
  'noise',
  'lightP95',
  'pictureP98',
  'clippedShare',
  'sideLight',
  'yawDeg',
  'pitchDeg',
  'rollDeg',
  'eyeAspect',
  'eyeBalance',
  'eyeContrast',
  'mouthAspect',
  'smile',
  'eyeZoneDark',
  'lowerFaceChroma',
  'lipContrast',
  'handCover',
  'chroma',
  'bodyMissing',
  'roomBelow',
  'lookDeg',
  'pleased',
  'plainCloth',
  'nudity',
  'stretch',
] as const
export type Measure = (typeof MEASURES)[number]
/** NaN where a measure could not be taken (no face, unreadable file): it then exceeds no limit either way. */
export type Measures = Record<Measure, number>

/** All measures NaN. */
export function noMeasures(): Measures {
  return Object.fromEntries(MEASURES.map((measure) => [measure, NaN])) as Measures
}
