import { lookDegOf } from '#studio/measure/eyes.ts'
import type { Framing } from '#studio/measure/framing.ts'
import { EYE_CONTRAST, LIP_CONTRAST, LOWER_FACE_CHROMA } from '#studio/intake/thresholds.ts'
import { HAND } from '#studio/nets/hands.ts'
import type { Expression } from './expression.ts'
import type { GeneratedMeasures } from './generated.ts'
import { EXPRESSION, GENERATED, PICTURE, PORTRAIT } from './limits.ts'
import type { PictureMeasures } from './picture.ts'

/** Why a headshot does not pass. Closed list; `duplicate` is given by the bundle, which alone knows the others. */
export const GATE_REASONS = [
  'no_face',
  'nudity',
  'several_faces',
  'unlike',
  'unlike_second',
  'eyes_closed',
  'off_frame',
  'tilted',
  'soft',
  'burnt_out',
  'off_tone',
  'cut_off',
  'hair_cut',
  'covered',
  'colour_bleed',
  'looking_away',
  'grimace',
  'squeezed',
  'copied',
  'skin_lightness',
  'age_changed',
  'hand_shown',
  'text_shown',
  'duplicate',
] as const
export type GateReason = (typeof GATE_REASONS)[number]

export interface GateMeasures extends Framing, Expression, PictureMeasures {
  /** Descriptor against the person's centroid. */
  cosine: number
  /** The cosine this person's headshots must reach. */
  cosineNeeded: number
  /** The same for the second descriptor; null where the person has none. */
  secondCosine: number | null
  secondNeeded: number
  sharpness: number
  eyeAspect: number
  /** The eye aspect under which this person's eyes count as closed. */
  eyeAspectNeeded: number
  /** Share of the picture burnt out. */
  burntShare: number
  /** CIEDE2000 between the headshot's skin and the person's, of a generated one but for lightness; null without colour. */
  skinDelta: number | null
  /** How far the lower face, the lips and the less clear eye stand out, see the intake; the first null without colour. */
  lowerFaceChroma: number | null
  lipContrast: number
  eyeContrast: number
  /** How far the corners of the mouth are up in the selfies, in the middle of them, see `smile`. */
  ownSmile: number
  /**
   * ln of how much wider the face is than the selfie's, and the largest value that passes; null without a selfie to
   * compare.
   */
  stretch: number | null
  stretchMost: number
  /** Null for what is finished of a selfie: it shows the selfie. */
  generated: GeneratedMeasures | null
}

/**
 * Reasons that depend on the selfie alone: `studio/verdict` judges them once, before payment. Headshots made of the
 * selfie are judged by the other reasons.
 */
export const SELFIE_REASONS: readonly GateReason[] = [
  'looking_away',
  'grimace',
  'soft',
  'covered',
  'cut_off',
  'hair_cut',
]

/** Reasons a measured headshot fails, pure. */
export function judgeMeasures(m: GateMeasures): GateReason[] {
  const failures: [GateReason, boolean][] = [
    ['unlike', m.cosine < m.cosineNeeded],
    ['unlike_second', m.secondCosine !== null && m.secondCosine < m.secondNeeded],
    ['squeezed', Math.abs(m.stretch ?? 0) > m.stretchMost],
    ['eyes_closed', m.eyeAspect < m.eyeAspectNeeded],
    ['looking_away', isLookingAway(m)],
    ['grimace', isGrimace(m)],
    ['off_frame', !isFramed(m)],
    ['tilted', Math.abs(m.rollDeg) > PORTRAIT.rollDeg],
    ['soft', m.sharpness < PORTRAIT.sharpness],
    ['burnt_out', m.burntShare > PORTRAIT.burntShare],
    ['off_tone', exceeds(m.skinDelta, PORTRAIT.skinDelta)],
    ['cut_off', m.floating > PICTURE.floating || exceeds(m.straightSide, PICTURE.straightSide)],
    ['hair_cut', exceeds(m.straightHair, PICTURE.straightHair)],
    ['covered', isCovered(m)],
    ['colour_bleed', exceeds(m.bleeding, PICTURE.bleeding)],
    ...(m.generated ? generatedFailures(m.generated) : []),
  ]
  return failures.flatMap(([reason, hasFailed]) => (hasFailed ? [reason] : []))
}

function generatedFailures(m: GeneratedMeasures): [GateReason, boolean][] {
  return [
    ['copied', m.copy > m.copyMost],
    ['skin_lightness', exceeds(m.lightnessBeyond, GENERATED.lightness)],
    ['age_changed', exceeds(m.ageBeyond, GENERATED.years)],
    ['hand_shown', m.hand > HAND.sure],
    ['text_shown', m.word > GENERATED.word],
  ]
}

/** A measure that was not taken exceeds no limit. */
function exceeds(value: number | null, most: number): boolean {
  return value !== null && value > most
}

function isFramed(m: GateMeasures): boolean {
  return (
    within(m.eyeLine, PORTRAIT.eyeLine) &&
    Math.abs(m.eyeOffset) <= PORTRAIT.eyeOffset &&
    within(m.faceShare, PORTRAIT.faceShare)
  )
}

function within(value: number, [least, most]: readonly [number, number]): boolean {
  return value >= least && value <= most
}

/**
 * By the irises that the net finds. A smaller angle is enough where the dark pixels between the lids agree, and the
 * smallest where eyes turned far aside in the head look past the camera.
 */
function isLookingAway({ lookDeg, darkGaze, yawDeg }: GateMeasures): boolean {
  const darkDeg = darkGaze === 0 ? 0 : lookDegOf(darkGaze, yawDeg)
  const least = lookDeg * darkDeg > 0 ? Math.min(Math.abs(lookDeg), Math.abs(darkDeg)) : 0
  const asideDeg = Math.sign(lookDeg) * (lookDeg - yawDeg)
  const isPast = least > EXPRESSION.pastDeg && asideDeg > EXPRESSION.asideDeg
  return Math.abs(lookDeg) > EXPRESSION.lookDeg || least > EXPRESSION.bothLookDeg || isPast
}

/** Gaping, lips apart without a smile in a face that is not pleased, a tongue over the chin, or corners lower than this person's selfies show. */
function isGrimace({ mouthAspect, smile, ownSmile, tongue, pleased }: GateMeasures): boolean {
  return (
    mouthAspect > EXPRESSION.gaping ||
    exceeds(tongue, mouthAspect > EXPRESSION.apart ? EXPRESSION.tongue : EXPRESSION.redChin) ||
    (mouthAspect > EXPRESSION.apart && smile < EXPRESSION.smile && pleased < EXPRESSION.pleased) ||
    (smile < EXPRESSION.frown && smile < ownSmile - EXPRESSION.belowOwn)
  )
}

/** A hand before the face, or any object before the mouth or an open eye. */
function isCovered(m: GateMeasures): boolean {
  return (
    m.handCover > HAND.sure ||
    m.lipContrast < LIP_CONTRAST.reject ||
    (m.eyeContrast < EYE_CONTRAST.reject && m.eyeAspect >= m.eyeAspectNeeded) ||
    (m.mouthRed !== null && m.mouthRed < PICTURE.mouthRed) ||
    exceeds(m.lowerFaceChroma, LOWER_FACE_CHROMA.reject)
  )
}
