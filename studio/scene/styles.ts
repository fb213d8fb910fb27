import { LOCATION_SETS } from './location-sets.ts'
import type { Recipe } from './recipe.ts'
import { STUDIO_SETS } from './studio-sets.ts'

/** Whether a style is black and white: such a picture shows no skin colour. */
export function isColourless(styleId: StyleId): boolean {
  return STYLES[styleId].grade.saturation === 0
}

export const STYLE_IDS = [
  'studio-grey',
  'executive-navy',
  'bw-editorial',
  'studio-white',
  'warm-canvas',
  'office-daylight',
  'library',
  'loft-brick',
  'city-dusk',
  'garden-bokeh',
  'swiss-alps',
  'startup-color',
] as const
export type StyleId = (typeof STYLE_IDS)[number]

export const STYLES: Readonly<Record<StyleId, Recipe>> = { ...STUDIO_SETS, ...LOCATION_SETS }

/** How a variation departs from its style. */
export interface Variation {
  /** Side of the key light as the viewer sees it. */
  side: 'left' | 'right'
  /** Multiplies the style's head share. */
  tightness: number
  /** Offset of the head from the middle, fraction of the width. */
  offset: number
  /** Multiplies key strength and backdrop light. */
  key: number
  backdrop: number
  grade: { contrast: number; warmth: number; exposureEv: number }
}

/** Number of variations in a bundle; the others replace one that the gate refuses. */
export const USUAL_VARIATIONS = 4

/**
 * Visibly different takes of one selfie, from farther off and from nearer in turns: light, backdrop, crop and grade all
 * change. Of the usual ones, the two lit from the same side are those whose backdrops differ most.
 */
export const VARIATIONS: readonly Variation[] = [
  {
    side: 'left',
    tightness: 0.9,
    offset: 0.015,
    key: 1,
    backdrop: 1,
    grade: { contrast: 0, warmth: 0, exposureEv: 0 },
  },
  {
    side: 'right',
    tightness: 1.08,
    offset: -0.035,
    key: 0.95,
    backdrop: 0.62,
    grade: { contrast: 0.05, warmth: 0.012, exposureEv: -0.04 },
  },
  {
    side: 'right',
    tightness: 0.86,
    offset: -0.02,
    key: 0.65,
    backdrop: 1.5,
    grade: { contrast: -0.06, warmth: 0.006, exposureEv: 0.07 },
  },
  {
    side: 'left',
    tightness: 1.12,
    offset: 0.04,
    key: 1.2,
    backdrop: 0.38,
    grade: { contrast: 0.1, warmth: -0.012, exposureEv: -0.07 },
  },
  {
    side: 'right',
    tightness: 0.93,
    offset: 0.03,
    key: 1.1,
    backdrop: 0.8,
    grade: { contrast: 0.03, warmth: -0.006, exposureEv: 0.03 },
  },
  {
    side: 'left',
    tightness: 1.045,
    offset: -0.015,
    key: 0.8,
    backdrop: 1.25,
    grade: { contrast: -0.03, warmth: 0.008, exposureEv: 0.02 },
  },
]
