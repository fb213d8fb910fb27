import { deltaE, labOf } from '#studio/picture/color.ts'
import type { Lab } from '#studio/picture/color.ts'

type Rgb = readonly [number, number, number]

/** The person's colours that a paper has to suit, linear light under the headshot's exposure. */
export interface Worn {
  /** Along the hair's outline; skin for a shaven head. */
  hair: Rgb
  /** Of the clothes, most of them; null where the picture shows none. */
  cloth: Rgb | null
  skin: Rgb
}

/** Distances from which a paper is clear of hair, clothes and skin. */
const CLEAR = { hair: 60, cloth: 55, skin: 55 } as const
/** An outline is seen by its lightness first: weights of a step of lightness, and of hue or chroma. */
const SEEN = { lightness: 1.4, colour: 0.4 } as const
/** Weights of the faults: hair without an outline is the worst, then a jacket of the wall's colour. */
const WEIGHT = { hair: 1.6, cloth: 1, skin: 0.9, clash: 0.7 } as const
/** Hues so far apart, degrees, are neither kin nor opposites. */
const CLASH_DEG = 65
const CLASH_SPREAD_DEG = 32
/** Chroma from which a colour has a hue that can clash. */
const COLOURFUL = 30

/** The papers, those first that part from hair, clothes and skin and whose hue goes with the clothes'. */
export function papersFor<Paper extends Rgb>(papers: readonly Paper[], worn: Worn): Paper[] {
  return papers
    .map((paper) => ({ paper, suits: suitabilityOf(labOf(paper[0], paper[1], paper[2]), worn) }))
    .sort((p, q) => q.suits - p.suits)
    .map(({ paper }) => paper)
}

function suitabilityOf(paper: Lab, { hair, cloth, skin }: Worn): number {
  const clear = (other: Rgb, part: 'hair' | 'cloth') =>
    WEIGHT[part] * Math.min(1, outlineBetween(paper, labOf(...other)) / CLEAR[part])
  const beside = cloth ? clear(cloth, 'cloth') - WEIGHT.clash * clashOf(paper, labOf(...cloth)) : 0
  return clear(hair, 'hair') + beside + WEIGHT.skin * Math.min(1, deltaE(paper, labOf(...skin)) / CLEAR.skin)
}

function outlineBetween(p: Lab, q: Lab): number {
  return Math.hypot(SEEN.lightness * (p.l - q.l), SEEN.colour * Math.hypot(p.a - q.a, p.b - q.b))
}

/** 1 where two strong colours are neither of one family nor complementary; greys go with everything. */
function clashOf(p: Lab, q: Lab): number {
  const apart = Math.abs(hueOf(p) - hueOf(q))
  const angle = Math.min(apart, 360 - apart)
  const strength = Math.min(1, chromaOf(p) / COLOURFUL) * Math.min(1, chromaOf(q) / COLOURFUL)
  return strength * Math.exp(-(((angle - CLASH_DEG) / CLASH_SPREAD_DEG) ** 2))
}

const hueOf = ({ a, b }: Lab) => (Math.atan2(b, a) * 180) / Math.PI
const chromaOf = ({ a, b }: Lab) => Math.hypot(a, b)
