import type { Expression } from './expression.ts'
import type { GateMeasures } from './rules.ts'

/** What a photographer looks at who picks one headshot of several. */
export type AppealMeasures = Expression & Pick<GateMeasures, 'eyeAspect' | 'sharpness' | 'eyeOffset'>

/** Where a measure begins to tell, and where it tells fully. */
type Ramp = readonly [number, number]

/**
 * Measured on the engineering set: broad smiles .036-.063 with the lips .18-.30 apart, calm mouths -.014 to -.002 and at
 * most .11, a displeased one -.036, speaking .011 and .50. A look into the camera is within 6 degrees, aside 11, away 30.
 */
const SMILING: Ramp = [0.005, 0.03]
const FROWNING: Ramp = [0.02, 0.05]
const OPEN: Ramp = [0.08, 0.3]
const GAPING: Ramp = [0.4, 0.6]
const LOOKING_AWAY_DEG: Ramp = [6, 25]
const TURNED_DEG: Ramp = [10, 28]
const NODDING_DEG: Ramp = [10, 22]
const NARROW: Ramp = [0.19, 0.12]
const SOFT: Ramp = [0.65, 0.35]
const OFF_CENTRE: Ramp = [0.02, 0.08]
const COVERED: Ramp = [0.3, 0.5]

/** What a calm mouth is worth against a smile, and what a displeased one loses of it. */
const CALM = 0.8
const DISPLEASED = 0.4
/** Of the whole, what each loses when it is as bad as can be. */
const WEIGHTS = { expression: 0.8, look: 0.6, pose: 0.4, eyes: 0.3, sharpness: 0.3, frame: 0.15, cover: 0.7 }
/** Finer differences are not seen. */
const STEPS = 20

/**
 * How much a photographer would like the picture, 0..1 in steps of .05: calm or smiling, eyes to the camera, sharp, well
 * framed, nothing before the face. Says nothing of whose face it is.
 */
export function appealOf(m: AppealMeasures): number {
  const worth = {
    expression: expressionOf(m),
    look: 1 - along(Math.abs(m.lookDeg), LOOKING_AWAY_DEG),
    pose: (1 - along(Math.abs(m.yawDeg), TURNED_DEG)) * (1 - along(Math.abs(m.pitchDeg), NODDING_DEG)),
    eyes: 1 - along(m.eyeAspect, NARROW),
    sharpness: 1 - along(m.sharpness, SOFT),
    frame: 1 - along(Math.abs(m.eyeOffset), OFF_CENTRE),
    cover: 1 - along(m.handCover, COVERED),
  }
  const names = Object.keys(WEIGHTS) as (keyof typeof WEIGHTS)[]
  const appeal = names.reduce((product, name) => product * (1 - WEIGHTS[name] * (1 - worth[name])), 1)
  return Math.round(appeal * STEPS) / STEPS
}

/** Smiling most, calm next; lips that are apart without a smile are speaking. */
function expressionOf({ smile, mouthAspect: gap }: AppealMeasures): number {
  const smiling = along(smile, SMILING)
  const calm = CALM - DISPLEASED * along(-smile, FROWNING)
  const speaking = along(gap, OPEN) * (1 - smiling)
  return (calm + (1 - calm) * smiling) * (1 - speaking) * (1 - along(gap, GAPING))
}

/** 0 before the ramp, 1 after it. */
function along(value: number, [from, to]: Ramp): number {
  return Math.min(1, Math.max(0, (value - from) / (to - from)))
}
