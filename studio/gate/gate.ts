import type { Face } from '#studio/face.ts'
import { isNude } from '#studio/intake/checks.ts'
import { decodeSelfie } from '#studio/intake/decode.ts'
import { measureSharpness } from '#studio/intake/measure.ts'
import { eyeAspect } from '#studio/measure/eyes.ts'
import { measureFraming } from '#studio/measure/framing.ts'
import type { Framing } from '#studio/measure/framing.ts'
import { deltaE2000, skinToneOf } from '#studio/measure/skin-tone.ts'
import { cosine } from '#studio/nets/descriptor.ts'
import { detectFaces } from '#studio/nets/detect.ts'
import { squareAround } from '#studio/nets/facemesh.ts'
import { nudityOf, readNudity } from '#studio/nets/nudity.ts'
import { appearanceOf } from '#studio/person/model.ts'
import type { PersonModel } from '#studio/person/model.ts'
import type { SeenSkin } from '#studio/person/skin.ts'
import type { Raster } from '#studio/raster.ts'
import { measureAppeal } from './appeal.ts'
import { fingerprintOf } from './fingerprint.ts'
import { EYES, LIKENESS, PORTRAIT } from './limits.ts'

/** Why a headshot does not pass. Closed list; `duplicate` is given by the bundle, which alone knows the others. */
export const GATE_REASONS = [
  'no_face',
  'nudity',
  'several_faces',
  'unlike',
  'eyes_closed',
  'off_frame',
  'tilted',
  'soft',
  'burnt_out',
  'off_tone',
  'duplicate',
] as const
export type GateReason = (typeof GATE_REASONS)[number]

export interface GateMeasures extends Framing {
  /** Descriptor against the person's centroid. */
  cosine: number
  /** The cosine this person's headshots must reach. */
  cosineNeeded: number
  sharpness: number
  eyeAspect: number
  /** The eye aspect under which this person's eyes count as closed. */
  eyeAspectNeeded: number
  /** Share of the picture burnt out. */
  burntShare: number
  /** CIEDE2000 between the headshot's skin and the person's; null without colour. */
  skinDelta: number | null
}

export interface GateVerdict {
  passed: boolean
  /** 0..1, see `likenessOf`. */
  likeness: number
  reasons: GateReason[]
  measures: GateMeasures | null
  /** For `fingerprintDistance`; empty without a face. */
  fingerprint: string
  /** See `appealOf`; 0 without a face. */
  appeal: number
}

/** What the gate needs to know of the person; a `PersonModel` fits. */
export type KnownPerson = Pick<PersonModel, 'centroid' | 'spread' | 'skin'> & {
  selfies: readonly { mesh: Float32Array }[]
}

/** A selfie's face as its reading holds it. */
export interface SeenFace {
  mesh: Float32Array
  descriptor: Float32Array
  skin: SeenSkin
}

export interface GateOptions {
  /** A black-and-white style: skin has no tone to compare, and the descriptor loses some certainty. */
  colourless: boolean
}

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
export function cosineNeeded({ spread }: Pick<KnownPerson, 'spread'>, { colourless }: GateOptions): number {
  const own = Math.min(LIKENESS.mostNeeded, spread.least - LIKENESS.slack)
  return Math.max(LIKENESS.leastNeeded, own - (colourless ? LIKENESS.colourless : 0))
}

/** Under this the person's eyes are closed: a share of how open their selfies show them. */
export function eyeAspectNeeded({ selfies }: Pick<KnownPerson, 'selfies'>): number {
  const aspects = selfies.map(({ mesh }) => eyeAspect(mesh)).sort((p, q) => p - q)
  // Selfies with closed eyes pull a mean down; the upper quarter is open.
  const open = aspects[Math.floor(0.75 * aspects.length)] ?? Infinity
  return Math.min(EYES.mostNeeded, EYES.share * open)
}

const NO_FACE: GateVerdict = {
  passed: false,
  likeness: 0,
  reasons: ['no_face'],
  measures: null,
  fingerprint: '',
  appeal: 0,
}

/** The upright face with its hair, in sizes of its mesh. */
const FINGERPRINT_MARGIN = 1.6

/** The gate: judges a finished headshot, whichever engine made it, by likeness, eyes, framing, sharpness and skin. */
export async function judgeHeadshot(
  raster: Raster,
  person: KnownPerson,
  options: GateOptions,
): Promise<GateVerdict> {
  const faces = await detectFaces(raster)
  const face = faces[0]
  if (!face) return NO_FACE
  const measures = measureHeadshot(raster, face, person, options)
  const reasons = judgeMeasures(measures)
  if (faces.length > 1) reasons.unshift('several_faces')
  return {
    passed: reasons.length === 0,
    likeness: likenessOf(measures.cosine),
    reasons,
    measures,
    fingerprint: fingerprintOf(raster, squareAround(face.mesh, FINGERPRINT_MARGIN)),
    appeal: await measureAppeal(raster, face, measures),
  }
}

/** Judges a finished picture from its file. One that cannot be read shows no face. */
export async function judgePicture(
  bytes: Uint8Array,
  person: KnownPerson,
  options: GateOptions,
): Promise<GateVerdict> {
  const { raster } = await decodeSelfie(bytes)
  if (!raster) return NO_FACE
  const verdict = await judgeHeadshot(raster, person, options)
  return withNudity(verdict, nudityOf(await readNudity(raster)))
}

/**
 * The verdict on a picture from elsewhere once it is known whether somebody in it is undressed. The studio's own headshots
 * are made of selfies that were asked the same.
 * @param nudity see `nudityOf`
 */
export function withNudity(verdict: GateVerdict, nudity: number): GateVerdict {
  if (!isNude({ nudity })) return verdict
  return { ...verdict, passed: false, reasons: [...verdict.reasons, 'nudity'] }
}

/**
 * How the person looks, from the faces of their accepted selfies.
 * @throws RangeError without one
 */
export function knownPersonOf(seen: readonly SeenFace[]): KnownPerson {
  return {
    ...appearanceOf(
      seen.map(({ descriptor }) => descriptor),
      seen.map(({ skin }) => skin),
    ),
    selfies: seen.map(({ mesh }) => ({ mesh })),
  }
}

/** Reasons a measured headshot fails, pure. */
export function judgeMeasures(m: GateMeasures): GateReason[] {
  const framed =
    within(m.eyeLine, PORTRAIT.eyeLine) &&
    Math.abs(m.eyeOffset) <= PORTRAIT.eyeOffset &&
    within(m.faceShare, PORTRAIT.faceShare)
  const failures: [GateReason, boolean][] = [
    ['unlike', m.cosine < m.cosineNeeded],
    ['eyes_closed', m.eyeAspect < m.eyeAspectNeeded],
    ['off_frame', !framed],
    ['tilted', Math.abs(m.rollDeg) > PORTRAIT.rollDeg],
    ['soft', m.sharpness < PORTRAIT.sharpness],
    ['burnt_out', m.burntShare > PORTRAIT.burntShare],
    ['off_tone', m.skinDelta !== null && m.skinDelta > PORTRAIT.skinDelta],
  ]
  return failures.flatMap(([reason, hasFailed]) => (hasFailed ? [reason] : []))
}

function within(value: number, [least, most]: readonly [number, number]): boolean {
  return value >= least && value <= most
}

function measureHeadshot(
  raster: Raster,
  face: Face,
  person: KnownPerson,
  options: GateOptions,
): GateMeasures {
  return {
    ...measureFraming(face.mesh, raster.width, raster.height),
    cosine: cosine(face.descriptor, person.centroid),
    cosineNeeded: cosineNeeded(person, options),
    sharpness: measureSharpness(raster, face),
    eyeAspect: eyeAspect(face.mesh),
    eyeAspectNeeded: eyeAspectNeeded(person),
    burntShare: burntShare(raster),
    skinDelta: options.colourless ? null : deltaE2000(skinToneOf(raster, face.mesh), person.skin),
  }
}

function burntShare({ width, height, data }: Raster): number {
  let burnt = 0
  for (let i = 0; i < data.length; i += 3) {
    if ((data[i] ?? 0) >= 254 && (data[i + 1] ?? 0) >= 254 && (data[i + 2] ?? 0) >= 254) burnt++
  }
  return burnt / (width * height)
}
