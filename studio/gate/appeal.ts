import type { Expression } from './expression.ts'
import type { GateMeasures } from './rules.ts'

/** The measures by which a photographer picks one headshot of several. */
export type AppealMeasures = Expression &
  Pick<
    GateMeasures,
    'ownSmile' | 'eyeAspect' | 'sharpness' | 'eyeOffset' | 'faceShare' | 'jawGlow' | 'plainCloth'
  >

/** Where a measure begins to count, and where it counts fully. */
type Ramp = readonly [number, number]

/**
 * Measured on finished pictures of the engineering set: broad smiles .036-.063 with the lips .18-.30 apart, calm mouths -.014
 * to -.002 and at most .11, speaking .011 and .50. Corners that hang are told against where the person's own do: one of
 * them has -.042 to -.029 in every calm picture, another is displeased at .03 under his own. A look into the camera is
 * within 6 degrees, aside 11, away 30.
 */
const SMILING: Ramp = [0.005, 0.03]
const DROPPED: Ramp = [0.02, 0.05]
const OPEN: Ramp = [0.08, 0.3]
const GAPING: Ramp = [0.4, 0.6]
/** By the emotion net: calm and smiling faces .61 and more, a stern one .35-.60, a grimace .30-.48, a furious one .05. */
const ANGRY: Ramp = [0.5, 0.1]
const LOOKING_AWAY_DEG: Ramp = [6, 25]
const TURNED_DEG: Ramp = [10, 28]
const NODDING_DEG: Ramp = [10, 22]
const NARROW: Ramp = [0.19, 0.12]
const SOFT: Ramp = [0.65, 0.35]
const OFF_CENTRE: Ramp = [0.02, 0.08]
/** Forehead to chin, share of the height: from the first on shoulders are cut, at the second there are none. */
const TIGHT: Ramp = [0.46, 0.6]
const COVERED: Ramp = [0.6, 0.9]
/**
 * Jaw glow left by light from behind in the selfie: at most .28 where no glow is visible, .53 and more where everyone
 * sees one.
 */
const BACKLIT: Ramp = [0.35, 0.6]
/** Suits, collars and dark jumpers .70-.98, bare shoulders, lace and tan knitwear .45 and less. */
const DRESSED: Ramp = [0.1, 0.7]
/** Worth of the dress where it was not measured. */
const DRESS_UNKNOWN = 0.5

/** Worth of a calm mouth against a smile, and the share a displeased mouth loses. */
const CALM = 0.8
const DISPLEASED = 0.4
/** Share of the whole that each measure costs at its worst. */
const WEIGHTS = {
  expression: 0.8,
  mood: 0.7,
  look: 0.6,
  pose: 0.4,
  eyes: 0.3,
  sharpness: 0.3,
  frame: 0.2,
  cover: 0.7,
  light: 0.2,
  dress: 0.3,
}
/** Finer differences are not seen. */
const STEPS = 20

/**
 * How much a photographer would like the picture, 0..1 in steps of .05: calm or smiling, eyes to the camera, sharp,
 * well framed, well lit, plainly dressed, face uncovered. Does not judge whose face it is.
 */
export function appealOf(m: AppealMeasures): number {
  const smiling = along(m.smile, SMILING)
  const worth = {
    expression: expressionOf(m, smiling),
    // The net takes some laughing for anger; the corners of the mouth know better.
    mood: 1 - along(m.pleased, ANGRY) * (1 - smiling),
    look: 1 - along(Math.abs(m.lookDeg), LOOKING_AWAY_DEG),
    pose: (1 - along(Math.abs(m.yawDeg), TURNED_DEG)) * (1 - along(Math.abs(m.pitchDeg), NODDING_DEG)),
    eyes: 1 - along(m.eyeAspect, NARROW),
    sharpness: 1 - along(m.sharpness, SOFT),
    frame: (1 - along(Math.abs(m.eyeOffset), OFF_CENTRE)) * (1 - along(m.faceShare, TIGHT)),
    cover: 1 - along(m.handCover, COVERED),
    light: 1 - along(m.jawGlow, BACKLIT),
    dress: m.plainCloth === null ? DRESS_UNKNOWN : along(m.plainCloth, DRESSED),
  }
  const names = Object.keys(WEIGHTS) as (keyof typeof WEIGHTS)[]
  const appeal = names.reduce((product, name) => product * (1 - WEIGHTS[name] * (1 - worth[name])), 1)
  return Math.round(appeal * STEPS) / STEPS
}

/** Smiling most, calm next; lips that are apart without a smile are speaking. */
function expressionOf({ smile, ownSmile, mouthAspect: gap }: AppealMeasures, smiling: number): number {
  const drop = Math.min(0, ownSmile) - smile
  const calm = CALM - DISPLEASED * along(drop, DROPPED)
  const speaking = along(gap, OPEN) * (1 - smiling)
  return (calm + (1 - calm) * smiling) * (1 - speaking) * (1 - along(gap, GAPING))
}

/** 0 before the ramp, 1 after it. */
function along(value: number, [from, to]: Ramp): number {
  return Math.min(1, Math.max(0, (value - from) / (to - from)))
}
