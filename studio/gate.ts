import { measureFace } from './intake/measure.ts'
import { LIKENESS, PORTRAIT } from './gate-limits.ts'
import { cosine } from './nets/descriptor.ts'
import { detectFaces } from './nets/detect.ts'
import type { Face } from './face.ts'
import type { PersonModel } from './person/model.ts'
import type { Raster } from './raster.ts'

/** Why a headshot does not pass. Closed list. */
export const GATE_REASONS = [
  'no_face',
  'several_faces',
  'unlike',
  'eyes_closed',
  'off_frame',
  'tilted',
  'soft',
  'burnt_out',
] as const
export type GateReason = (typeof GATE_REASONS)[number]

export interface GateMeasures {
  /** Descriptor against the person's centroid. */
  cosine: number
  /** The cosine this person's headshots must reach. */
  cosineNeeded: number
  /** Eye line from the top, share of the height. */
  eyeLine: number
  /** Middle of the eyes from the vertical axis, share of the width. */
  eyeOffset: number
  /** Forehead to chin, share of the height. */
  faceShare: number
  rollDeg: number
  sharpness: number
  eyeAspect: number
  /** Share of the picture burnt out. */
  burntShare: number
}

export interface GateVerdict {
  passed: boolean
  /** 0..1, see `likenessOf`. */
  likeness: number
  reasons: GateReason[]
  measures: GateMeasures | null
}

/** What the gate needs to know of the person. */
export type KnownPerson = Pick<PersonModel, 'centroid' | 'cohesion'>

/**
 * Cosine to the person's mean descriptor as 0..1: 0 where strangers lie on average, 1 where the person's own
 * photographs lie at best. The descriptor's training data is not documented and siblings can score high: a figure for
 * choosing among one person's pictures, not proof of identity.
 */
export function likenessOf(cosineToCentroid: number): number {
  const share = (cosineToCentroid - LIKENESS.stranger) / (LIKENESS.self - LIKENESS.stranger)
  return Math.min(1, Math.max(0, share))
}

/** The person's own limit: a little under their least typical selfie, never under what tells strangers apart. */
export function cosineNeeded(person: KnownPerson): number {
  const least = Math.min(...person.cohesion)
  return Math.min(LIKENESS.mostNeeded, Math.max(LIKENESS.leastNeeded, least - LIKENESS.slack))
}

/** Judges a finished headshot, whichever engine made it. */
export async function judgeHeadshot(raster: Raster, person: KnownPerson): Promise<GateVerdict> {
  const faces = await detectFaces(raster)
  const face = faces[0]
  if (!face) return { passed: false, likeness: 0, reasons: ['no_face'], measures: null }
  const measures = measureHeadshot(raster, face, faces, person)
  const reasons = judgeMeasures(measures)
  if (faces.length > 1) reasons.unshift('several_faces')
  return { passed: reasons.length === 0, likeness: likenessOf(measures.cosine), reasons, measures }
}

/** Reasons a measured headshot fails, pure. */
export function judgeMeasures(m: GateMeasures): GateReason[] {
  const reasons: GateReason[] = []
  if (m.cosine < m.cosineNeeded) reasons.push('unlike')
  if (m.eyeAspect < PORTRAIT.eyeAspect) reasons.push('eyes_closed')
  const framed =
    within(m.eyeLine, PORTRAIT.eyeLine) &&
    Math.abs(m.eyeOffset) <= PORTRAIT.eyeOffset &&
    within(m.faceShare, PORTRAIT.faceShare)
  if (!framed) reasons.push('off_frame')
  if (Math.abs(m.rollDeg) > PORTRAIT.rollDeg) reasons.push('tilted')
  if (m.sharpness < PORTRAIT.sharpness) reasons.push('soft')
  if (m.burntShare > PORTRAIT.burntShare) reasons.push('burnt_out')
  return reasons
}

function within(value: number, [least, most]: readonly [number, number]): boolean {
  return value >= least && value <= most
}

function measureHeadshot(raster: Raster, face: Face, faces: Face[], person: KnownPerson): GateMeasures {
  const measured = measureFace(raster, face, faces)
  const middle = (axis: 0 | 1): number =>
    [33, 133, 362, 263].reduce((sum, vertex) => sum + (face.mesh[3 * vertex + axis] ?? 0), 0) / 4
  return {
    cosine: cosine(face.descriptor, person.centroid),
    cosineNeeded: cosineNeeded(person),
    eyeLine: middle(1) / raster.height,
    eyeOffset: middle(0) / raster.width - 0.5,
    faceShare: measured.faceHeightPx / raster.height,
    rollDeg: face.rollDeg,
    sharpness: measured.sharpness,
    eyeAspect: measured.eyeAspect,
    burntShare: burntShare(raster),
  }
}

function burntShare(raster: Raster): number {
  let burnt = 0
  for (let i = 0; i < raster.data.length; i += 3) {
    if (Math.min(raster.data[i] ?? 0, raster.data[i + 1] ?? 0, raster.data[i + 2] ?? 0) >= 254) burnt++
  }
  return burnt / (raster.width * raster.height)
}
