import sharp from 'sharp'
import { deltaE } from '#studio/color.ts'
import type { Lab } from '#studio/color.ts'
import { plausibleSkin } from '#studio/render/tone.ts'
import type { PreparedSelfie } from './prepare.ts'
import type { SkinStatistics } from './skin.ts'

export { prepareSelfie } from './prepare.ts'
export type { PreparedSelfie } from './prepare.ts'

/** Pixels of a selfie: as prepared, or as they lie in the model's file. */
export type SelfiePixels =
  | { kind: 'raw'; foreground: Uint8Array; alpha: Uint8Array }
  | { kind: 'encoded'; foreground: Uint8Array; alpha: Uint8Array }

export interface ModelSelfie {
  id: string
  width: number
  height: number
  pixels: SelfiePixels
  mesh: Float32Array
  yawDeg: number
  pitchDeg: number
  skin: SkinStatistics
  surroundLuminance: number
  sourceScale: number
  /** Higher is better; the order of `selfies`. */
  rank: number
}

/** What the studio knows of a person after "training": nothing is learnt, everything is measured. */
export interface PersonModel {
  version: number
  /** L2-normalised mean of the selfies' descriptors. */
  centroid: Float32Array
  /** Cosine of each selfie's descriptor to the centroid, in the order of `selfies`. */
  cohesion: number[]
  /** The person's skin in even light. */
  skin: Lab
  /** Best first. */
  selfies: ModelSelfie[]
}

export const MODEL_VERSION = 1

/** What ranking takes from a selfie's reading; a `SelfieReading` fits. */
export interface RankedReading {
  warnings: readonly string[]
}

function centroidOf(prepared: readonly PreparedSelfie[]): Float32Array {
  const length = prepared[0]?.descriptor.length ?? 0
  const sum = new Float32Array(length)
  for (const selfie of prepared)
    for (let i = 0; i < length; i++) sum[i] = (sum[i] ?? 0) + (selfie.descriptor[i] ?? 0)
  const norm = Math.hypot(...sum) || 1
  return sum.map((value) => value / norm)
}

function cosine(p: Float32Array, q: Float32Array): number {
  let sum = 0
  for (let i = 0; i < p.length; i++) sum += (p[i] ?? 0) * (q[i] ?? 0)
  return sum
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

/** Typical tone of the selfies, each counted twice when it is well exposed: dark ones say little about skin. */
function skinOf(prepared: readonly PreparedSelfie[]): Lab {
  const votes = prepared.flatMap((selfie) => {
    const y = selfie.skin.luminance
    return y > 0.12 && y < 0.5 ? [selfie.skin.lab, selfie.skin.lab] : [selfie.skin.lab]
  })
  return plausibleSkin({
    l: quantile(
      votes.map((lab) => lab.l),
      LIGHTNESS_QUANTILE,
    ),
    a: quantile(
      votes.map((lab) => lab.a),
      0.5,
    ),
    b: quantile(
      votes.map((lab) => lab.b),
      0.5,
    ),
  })
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
    Math.abs(selfie.yawDeg) * 0.012 -
    Math.abs(selfie.pitchDeg) * 0.006 -
    0.12 * (reading?.warnings.length ?? 0) -
    0.008 * deltaE(selfie.skin.lab, skin)
  )
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
  if (prepared.length === 0) throw new RangeError('a person model needs at least one selfie')
  const centroid = centroidOf(prepared)
  const skin = skinOf(prepared)
  const ranked = prepared
    .map((selfie, index) => {
      const cohesion = cosine(selfie.descriptor, centroid)
      return { selfie, cohesion, rank: rankOf(selfie, readings[index], cohesion, skin) }
    })
    .toSorted((p, q) => q.rank - p.rank || (p.selfie.id < q.selfie.id ? -1 : 1))
  return {
    version: MODEL_VERSION,
    centroid,
    cohesion: ranked.map(({ cohesion }) => cohesion),
    skin,
    selfies: ranked.map(({ selfie, rank }) => ({
      id: selfie.id,
      width: selfie.width,
      height: selfie.height,
      pixels: { kind: 'raw', foreground: selfie.foreground, alpha: selfie.alpha },
      mesh: selfie.mesh,
      yawDeg: selfie.yawDeg,
      pitchDeg: selfie.pitchDeg,
      skin: selfie.skin,
      surroundLuminance: selfie.surroundLuminance,
      sourceScale: selfie.sourceScale,
      rank,
    })),
  }
}

/** Pixels ready to use; encoded ones are decoded anew on each call. */
export async function pixelsOf(selfie: ModelSelfie): Promise<{ foreground: Uint8Array; alpha: Uint8Array }> {
  const { pixels } = selfie
  if (pixels.kind === 'raw') return pixels
  const [foreground, alpha] = await Promise.all([
    sharp(pixels.foreground).toColourspace('srgb').raw().toBuffer(),
    sharp(pixels.alpha).toColourspace('b-w').raw().toBuffer(),
  ])
  return { foreground, alpha }
}
