import type { Measures, RejectReason, Warning } from './reasons.ts'
import {
  BODY_MISSING,
  CHROMA,
  CLIPPED,
  CUT_POINTS,
  DARKNESS,
  EYE_ASPECT,
  EYE_BALANCE,
  EYE_CONTRAST,
  EYE_ZONE_DARK,
  FACE_HEIGHT_PX,
  HAND_COVER,
  LIP_CONTRAST,
  LOOK_DEG,
  LOWER_FACE_CHROMA,
  MOUTH_ASPECT,
  NOISE,
  NUDITY,
  PITCH_DEG,
  PLEASED,
  ROLL_DEG,
  ROOM_BELOW,
  SECOND_FACE,
  SHADOW_EDGE,
  SHARPNESS,
  SIDE_LIGHT,
  SMILE,
  UNEVEN_LIGHT,
  YAW_DEG,
} from './thresholds.ts'

interface Check<Name> {
  name: Name
  failed: (measures: Measures) => boolean
}

interface DarkLimit {
  lights: number
  picture: number
  backlit: number
}

function isDark(m: Pick<Measures, 'lightP95' | 'pictureP98'>, limit: DarkLimit): boolean {
  return m.lightP95 < limit.backlit || (m.lightP95 < limit.lights && m.pictureP98 < limit.picture)
}

/** Whether more light would help, though there is enough. */
export function isDim(measures: Pick<Measures, 'lightP95' | 'pictureP98'>): boolean {
  return isDark(measures, DARKNESS.warn)
}

/** Whether a picture shows what we do not work on, with a face or without one. */
export function isNude({ nudity }: Pick<Measures, 'nudity'>): boolean {
  return nudity > NUDITY.reject
}

/** Light from one side only, or the edge of a shadow down the face; beyond a cut face's edge there is no light to judge. */
function isLitFromOneSide(m: Measures): boolean {
  const sideLight = Math.abs(m.sideLight)
  if (m.cutPoints > CUT_POINTS.reject) return false
  return sideLight > SIDE_LIGHT.warn || (sideLight > UNEVEN_LIGHT.warn && m.shadowEdge > SHADOW_EDGE.warn)
}

/** Every check on a measured face that refuses it, in the order shown to the person. NaN never fails. */
const REJECTIONS: Check<RejectReason>[] = [
  { name: 'several_faces', failed: (m) => m.secondFaceShare > SECOND_FACE.reject },
  { name: 'face_cut_off', failed: (m) => m.cutPoints > CUT_POINTS.reject },
  { name: 'face_too_small', failed: (m) => m.faceHeightPx < FACE_HEIGHT_PX.reject },
  { name: 'too_dark', failed: (m) => isDark(m, DARKNESS.reject) },
  { name: 'too_bright', failed: (m) => m.clippedShare > CLIPPED.reject },
  { name: 'blurred', failed: (m) => m.sharpness < SHARPNESS.reject },
  { name: 'noisy', failed: (m) => m.noise > NOISE.reject },
  {
    // A face over the edge is said already, and no frame shows what is missing of it.
    name: 'shoulders_cut',
    failed: (m) => m.bodyMissing > BODY_MISSING.reject && !(m.cutPoints > CUT_POINTS.reject),
  },
  {
    name: 'face_turned',
    failed: (m) => Math.abs(m.yawDeg) > YAW_DEG.reject || Math.abs(m.pitchDeg) > PITCH_DEG.reject,
  },
  {
    name: 'face_covered',
    failed: (m) =>
      m.eyeZoneDark > EYE_ZONE_DARK.reject ||
      m.lowerFaceChroma > LOWER_FACE_CHROMA.reject ||
      m.lipContrast < LIP_CONTRAST.reject ||
      m.handCover > HAND_COVER.reject,
  },
  {
    // Behind sunglasses the lids are guessed: then the cover is the reason, not the eyes.
    name: 'eyes_closed',
    failed: (m) =>
      (m.eyeAspect < EYE_ASPECT.reject ||
        m.eyeBalance < EYE_BALANCE.reject ||
        // In the dark nothing stands out: then the light is the reason.
        (m.eyeContrast < EYE_CONTRAST.reject && !isDark(m, DARKNESS.reject))) &&
      !(m.eyeZoneDark > EYE_ZONE_DARK.reject),
  },
  {
    name: 'black_and_white',
    failed: (m) => m.chroma < CHROMA.reject && !isDark(m, DARKNESS.reject),
  },
  { name: 'nudity', failed: isNude },
]

/** Every check that only advises. */
const ADVICE: Check<Warning>[] = [
  { name: 'second_face', failed: (m) => m.secondFaceShare > SECOND_FACE.warn },
  { name: 'small_face', failed: (m) => m.faceHeightPx < FACE_HEIGHT_PX.warn },
  { name: 'dim', failed: isDim },
  { name: 'overexposed', failed: (m) => m.clippedShare > CLIPPED.warn },
  { name: 'soft', failed: (m) => m.sharpness < SHARPNESS.warn },
  { name: 'grainy', failed: (m) => m.noise > NOISE.warn },
  {
    name: 'uneven_light',
    failed: (m) => Math.abs(m.sideLight) > UNEVEN_LIGHT.warn && !isLitFromOneSide(m),
  },
  { name: 'side_light', failed: isLitFromOneSide },
  { name: 'tight_crop', failed: (m) => m.roomBelow < ROOM_BELOW.warn },
  {
    name: 'turned',
    failed: (m) => Math.abs(m.yawDeg) > YAW_DEG.warn || Math.abs(m.pitchDeg) > PITCH_DEG.warn,
  },
  { name: 'tilted', failed: (m) => Math.abs(m.rollDeg) > ROLL_DEG.warn },
  { name: 'squinting', failed: (m) => m.eyeAspect < EYE_ASPECT.warn },
  { name: 'mouth_open', failed: (m) => m.mouthAspect > MOUTH_ASPECT.warn },
  // The net takes some laughing for anger; the corners of the mouth know better.
  { name: 'displeased', failed: (m) => m.pleased < PLEASED.warn && m.smile < SMILE.from },
  { name: 'looking_away', failed: (m) => Math.abs(m.lookDeg) > LOOK_DEG.warn },
]

/** Reasons and warnings of a measured face, pure. */
export function checkMeasures(measures: Measures): { reasons: RejectReason[]; warnings: Warning[] } {
  return {
    reasons: REJECTIONS.filter((check) => check.failed(measures)).map((check) => check.name),
    warnings: ADVICE.filter((check) => check.failed(measures)).map((check) => check.name),
  }
}
