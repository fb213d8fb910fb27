import { HAND } from '#studio/nets/hands.ts'
import type { Measure, Measures, RejectReason, Warning } from './reasons.ts'
import * as limits from './thresholds.ts'

type Check = (measures: Measures) => boolean

function isDark(m: Pick<Measures, 'lightP95' | 'pictureP98'>, kind: 'reject' | 'warn'): boolean {
  const { lights, picture, backlit } = limits.DARKNESS[kind]
  return m.lightP95 < backlit || (m.lightP95 < lights && m.pictureP98 < picture)
}

/** Whether more light would help, though there is enough. */
export function isDim(measures: Pick<Measures, 'lightP95' | 'pictureP98'>): boolean {
  return isDark(measures, 'warn')
}

/** Whether a picture shows nudity, which the product refuses, with a face or without one. */
export function isNude({ nudity }: Pick<Measures, 'nudity'>): boolean {
  return nudity > limits.NUDITY.reject
}

/** Light from one side only; beyond a cut face's edge there is no light to judge. */
function isLitFromOneSide(m: Measures): boolean {
  return Math.abs(m.sideLight) > limits.SIDE_LIGHT.warn && !isCut(m)
}

function isCut(m: Measures): boolean {
  return m.cutPoints > limits.CUT_POINTS.reject
}

function isTurned(m: Measures, kind: 'reject' | 'warn'): boolean {
  return Math.abs(m.yawDeg) > limits.YAW_DEG[kind] || Math.abs(m.pitchDeg) > limits.PITCH_DEG[kind]
}

/** Every check on a measured face that refuses it, in the order shown to the person. NaN never fails. */
const REJECTIONS: Partial<Record<RejectReason, Check>> = {
  several_faces: (m) => m.secondFaceShare > limits.SECOND_FACE.reject,
  face_cut_off: isCut,
  face_too_small: (m) => m.faceHeightPx < limits.FACE_HEIGHT_PX.reject,
  too_dark: (m) => isDark(m, 'reject'),
  too_bright: (m) => m.clippedShare > limits.CLIPPED.reject,
  blurred: (m) => m.sharpness < limits.SHARPNESS.reject,
  noisy: (m) => m.noise > limits.NOISE.reject,
  // A face cut by the edge is reported already, and no crop could show its missing part.
  shoulders_cut: (m) => m.bodyMissing > limits.BODY_MISSING.reject && !isCut(m),
  face_turned: (m) => isTurned(m, 'reject'),
  face_covered: (m) =>
    m.eyeZoneDark > limits.EYE_ZONE_DARK.reject ||
    m.lowerFaceChroma > limits.LOWER_FACE_CHROMA.reject ||
    m.lipContrast < limits.LIP_CONTRAST.reject ||
    m.handCover > HAND.sure,
  // The net takes laughing and some calm faces for anger: the mouth has to say so too.
  grimace: (m) =>
    m.pleased < limits.PLEASED.reject &&
    (m.smile < limits.SCOWL.corners || (m.mouthAspect > limits.SCOWL.apart && m.smile < limits.SMILE.from)),
  // Behind sunglasses the lids are guessed: then the cover is the reason, not the eyes.
  eyes_closed: (m) =>
    (m.eyeAspect < limits.EYE_ASPECT.reject ||
      m.eyeBalance < limits.EYE_BALANCE.reject ||
      // In the dark no eye contrasts with the skin: then the light is the reason.
      (m.eyeContrast < limits.EYE_CONTRAST.reject && !isDark(m, 'reject'))) &&
    !(m.eyeZoneDark > limits.EYE_ZONE_DARK.reject),
  squeezed: (m) =>
    Math.abs(m.yawDeg) <= limits.STRETCH.yawDeg &&
    (m.stretch < limits.STRETCH.narrowest || m.stretch > limits.STRETCH.widest),
  black_and_white: (m) => m.chroma < limits.CHROMA.reject && !isDark(m, 'reject'),
  nudity: isNude,
}

/** A measure that a check compares by its size, and the side on which a photograph is refused. */
export interface NumericLimit {
  measure: Measure
  side: 'least' | 'most'
}

const LEAST: readonly Measure[] = [
  'faceHeightPx',
  'lightP95',
  'sharpness',
  'lipContrast',
  'eyeAspect',
  'eyeBalance',
  'eyeContrast',
  'chroma',
  'pleased',
]
const MOST: readonly Measure[] = [
  'secondFaceShare',
  'clippedShare',
  'noise',
  'bodyMissing',
  'yawDeg',
  'pitchDeg',
  'eyeZoneDark',
  'lowerFaceChroma',
  'handCover',
  'stretch',
  'nudity',
]
export const NUMERIC_LIMITS: readonly NumericLimit[] = [
  ...LEAST.map((measure) => ({ measure, side: 'least' as const })),
  ...MOST.map((measure) => ({ measure, side: 'most' as const })),
]

/** Every check that only advises. */
const ADVICE: Record<Warning, Check> = {
  second_face: (m) => m.secondFaceShare > limits.SECOND_FACE.warn,
  small_face: (m) => m.faceHeightPx < limits.FACE_HEIGHT_PX.warn,
  dim: isDim,
  overexposed: (m) => m.clippedShare > limits.CLIPPED.warn,
  soft: (m) => m.sharpness < limits.SHARPNESS.warn,
  grainy: (m) => m.noise > limits.NOISE.warn,
  uneven_light: (m) => Math.abs(m.sideLight) > limits.UNEVEN_LIGHT.warn && !isLitFromOneSide(m),
  side_light: isLitFromOneSide,
  tight_crop: (m) => m.roomBelow < limits.ROOM_BELOW.warn,
  turned: (m) => isTurned(m, 'warn'),
  tilted: (m) => Math.abs(m.rollDeg) > limits.ROLL_DEG.warn,
  squinting: (m) => m.eyeAspect < limits.EYE_ASPECT.warn,
  mouth_open: (m) => m.mouthAspect > limits.MOUTH_ASPECT.warn,
  displeased: (m) => m.pleased < limits.PLEASED.warn && m.smile < limits.SMILE.from,
  looking_away: (m) => Math.abs(m.lookDeg) > limits.LOOK_DEG.warn,
}

function failed<Name extends string>(checks: Partial<Record<Name, Check>>, measures: Measures): Name[] {
  return (Object.keys(checks) as Name[]).filter((name) => checks[name]?.(measures))
}

/** Reasons and warnings of a measured face, pure. */
export function checkMeasures(measures: Measures): { reasons: RejectReason[]; warnings: Warning[] } {
  return { reasons: failed(REJECTIONS, measures), warnings: failed(ADVICE, measures) }
}
