import { deltaE, linearOf, luminance } from '#studio/picture/color.ts'
import type { Lab } from '#studio/picture/color.ts'
import { costOf } from '#studio/intake/reasons.ts'
import { cosine, normalise } from '#studio/nets/vectors.ts'
import { plausibleSkin } from '#studio/person/plausible-skin.ts'
import type { PreparedSelfie, SelfieRecord } from './selfie-file.ts'
import type { SeenSkin } from '#studio/person/skin.ts'

export interface ModelSelfie extends SelfieRecord {
  /** Higher is better; the order of `selfies`. */
  rank: number
}

/** How much a person's selfies differ: cosines of each descriptor to the mean of all the others. */
export interface Spread {
  median: number
  least: number
}

/** A person as seen by one descriptor. */
export interface Opinion {
  /** L2-normalised mean of the selfies' descriptors. */
  centroid: Float32Array
  /** 1 and 1 for a single selfie. */
  spread: Spread
}

/** The studio's model of a person after "training": measured, not learnt. */
export interface PersonModel extends Opinion {
  /** The same by the second descriptor. */
  second: Opinion
  /** The person's skin in even light. */
  skin: Lab
  /** Best first. */
  selfies: ModelSelfie[]
}

/** What ranking takes from a selfie's reading; a `SelfieReading` fits. */
export interface RankedReading {
  warnings: readonly string[]
}

function sumOf(descriptors: readonly Float32Array[]): Float32Array {
  const sum = new Float32Array(descriptors[0]?.length ?? 0)
  for (const descriptor of descriptors)
    for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] ?? 0) + (descriptor[i] ?? 0)
  return sum
}

/** Each selfie against the others: against a mean that includes it, every selfie would look too similar. */
function spreadOf(descriptors: readonly Float32Array[]): Spread {
  if (descriptors.length < 2) return { median: 1, least: 1 }
  const sum = sumOf(descriptors)
  const cosines = descriptors.map((own) =>
    cosine(own, normalise(sum.map((value, i) => value - (own[i] ?? 0)))),
  )
  return { median: quantile(cosines, 0.5), least: Math.min(...cosines) }
}

/** Value below which a share of the values lies, linearly interpolated. */
function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((p, q) => p - q)
  const position = (sorted.length - 1) * share
  const low = Math.floor(position)
  const high = Math.min(sorted.length - 1, low + 1)
  return (sorted[low] ?? 0) + ((sorted[high] ?? 0) - (sorted[low] ?? 0)) * (position - low)
}

/** Selfies are more often too dark than too bright, so skin is lighter than their median. */
const LIGHTNESS_QUANTILE = 0.65

/** Typical tone of the selfies, well exposed ones counted twice: dark ones show little of the skin's colour. */
function skinOf(seen: readonly SeenSkin[]): Lab {
  const votes = seen.flatMap(({ lab, luminance: y }) => (y > 0.12 && y < 0.5 ? [lab, lab] : [lab]))
  const typical = (channel: keyof Lab, share: number) =>
    quantile(
      votes.map((lab) => lab[channel]),
      share,
    )
  return plausibleSkin({ l: typical('l', LIGHTNESS_QUANTILE), a: typical('a', 0.5), b: typical('b', 0.5) })
}

/**
 * Cost of a face in the shade of a bright background, per ln of how many times darker the face is than the person's
 * tone.
 */
const BACKLIGHT_COST = 0.8
/** ln(left / right) from which a light counts as one-sided, and the cost per unit beyond it. */
const ONE_SIDED = 0.4
const LIGHT_COST = 0.15
/** Nose in the air: degrees from which on a face is seen from far below, and each beyond them. */
const FROM_BELOW_DEG = 8
const FROM_BELOW_COST = 0.02
/** Source pixels per frame pixel under which skin is painted rather than seen, and what lacks. */
const COARSE = 0.5
const COARSE_COST = 1

/**
 * How far a selfie is shot against the light: its face is darker than the person's tone, its background brighter than
 * the face. The comparison is with the person's tone, because dark skin before a white wall is not in the shade. 0 up
 * to about 1.
 */
function backlightOf({ skin, surroundLuminance }: PreparedSelfie, person: Lab): number {
  const shade = Math.log(luminance(...linearOf(person)) / luminance(...linearOf(skin.lab)))
  const behind = Math.log(Math.max(0.001, surroundLuminance) / Math.max(0.001, skin.luminance))
  return Math.max(0, shade) * Math.min(1, Math.max(0, behind))
}

/** A photographer's objections to the light of a selfie, as a cost. */
function lightCost(selfie: PreparedSelfie, person: Lab): number {
  const aside = Math.max(0, Math.abs(selfie.light.leftToRight) - ONE_SIDED)
  return BACKLIGHT_COST * backlightOf(selfie, person) + LIGHT_COST * aside
}

function rankOf(
  selfie: PreparedSelfie,
  reading: RankedReading | undefined,
  cohesion: number,
  skin: Lab,
): number {
  const detail = Math.min(1.2, selfie.sourceScale)
  return (
    cohesion +
    0.5 * detail -
    COARSE_COST * Math.max(0, COARSE - selfie.sourceScale) -
    lightCost(selfie, skin) -
    Math.abs(selfie.yawDeg) * 0.012 -
    Math.abs(selfie.pitchDeg) * 0.006 -
    FROM_BELOW_COST * Math.max(0, -selfie.pitchDeg - FROM_BELOW_DEG) -
    (reading ? costOf(reading.warnings) : 0) -
    0.008 * deltaE(selfie.skin.lab, skin)
  )
}

/** The part of a person's model that needs no cut-out. */
export type Appearance = Pick<PersonModel, 'centroid' | 'spread' | 'skin'>

/**
 * How a person looks, from the descriptor and the skin of each selfie, in one order.
 * @throws RangeError without a selfie
 */
export function appearanceOf(descriptors: readonly Float32Array[], skins: readonly SeenSkin[]): Appearance {
  if (descriptors.length === 0) throw new RangeError('a person is known from at least one selfie')
  return { ...opinionOf(descriptors), skin: skinOf(skins) }
}

/** A person's descriptor statistics from the descriptors of each of their selfies, at least one. */
export function opinionOf(descriptors: readonly Float32Array[]): Opinion {
  return { centroid: normalise(sumOf(descriptors)), spread: spreadOf(descriptors) }
}

/**
 * The person from their accepted selfies.
 * @param readings in the order of `prepared`
 * @throws RangeError without a selfie
 */
export function buildModel(
  prepared: readonly PreparedSelfie[],
  readings: readonly RankedReading[],
): PersonModel {
  const { centroid, spread, skin } = appearanceOf(
    prepared.map(({ descriptor }) => descriptor),
    prepared.map((selfie) => selfie.skin),
  )
  const selfies = prepared
    .map((selfie, index) => {
      const { descriptor, secondDescriptor: _, ...record } = selfie
      return { ...record, rank: rankOf(selfie, readings[index], cosine(descriptor, centroid), skin) }
    })
    .toSorted((p, q) => q.rank - p.rank || (p.id < q.id ? -1 : 1))
  const second = opinionOf(prepared.map(({ secondDescriptor }) => secondDescriptor))
  return { centroid, spread, second, skin, selfies }
}
