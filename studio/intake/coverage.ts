import { isDeepStrictEqual } from 'node:util'
import { isDim } from './checks.ts'
import type { Measures } from './reasons.ts'
import { ONE_SIDED_LIGHT, SMILE, TURNED_YAW_DEG } from './thresholds.ts'

/** Where the head points and where the light comes from; left and right are the person's own. */
export const POSES = ['left', 'front', 'right'] as const
export const LIGHTS = ['even', 'left', 'right'] as const
export const LEVELS = ['bright', 'dim'] as const
export const EXPRESSIONS = ['neutral', 'smile'] as const

/** The traits of one selfie, in the words of a person planning the next one. */
export interface Traits {
  pose: (typeof POSES)[number]
  light: (typeof LIGHTS)[number]
  level: (typeof LEVELS)[number]
  expression: (typeof EXPRESSIONS)[number]
}

/** How many selfies share the same traits. */
export interface CoverageCell extends Traits {
  count: number
}

export type TraitMeasures = Pick<Measures, 'yawDeg' | 'sideLight' | 'lightP95' | 'pictureP98' | 'smile'>

/** Null where a measure is missing: such a selfie covers no trait. */
export function traitsOf(measures: TraitMeasures): Traits | null {
  const { yawDeg, sideLight, lightP95, smile } = measures
  if ([yawDeg, sideLight, lightP95, smile].some(Number.isNaN)) return null
  return {
    // Yaw is positive towards the right of the picture, which is the person's left; so is side light to the right.
    pose: yawDeg >= TURNED_YAW_DEG.from ? 'left' : yawDeg <= -TURNED_YAW_DEG.from ? 'right' : 'front',
    light: sideLight >= ONE_SIDED_LIGHT.from ? 'right' : sideLight <= -ONE_SIDED_LIGHT.from ? 'left' : 'even',
    level: isDim(measures) ? 'dim' : 'bright',
    expression: smile >= SMILE.from ? 'smile' : 'neutral',
  }
}

/** Every cell, in the order of the lists above. */
const CELLS = POSES.flatMap((pose) =>
  LIGHTS.flatMap((light) =>
    LEVELS.flatMap((level) => EXPRESSIONS.map((expression): Traits => ({ pose, light, level, expression }))),
  ),
)

/** The cells that hold a selfie, in their order. */
export function coverageOf(traits: readonly Traits[]): CoverageCell[] {
  return CELLS.map((cell) => {
    const same = traits.filter((own) => isDeepStrictEqual(own, cell))
    return { ...cell, count: same.length }
  }).filter(({ count }) => count > 0)
}
