import type { Face, Opinions } from '#studio/nets/face.ts'
import { isNude } from '#studio/intake/checks.ts'
import { decodeSelfie } from '#studio/intake/decode.ts'
import { measureFinished } from '#studio/intake/measure.ts'
import { faceSquare } from '#studio/intake/perceptual-hash.ts'
import { eyeAspect } from '#studio/measure/eyes.ts'
import { measureFraming } from '#studio/measure/framing.ts'
import { smileOf } from '#studio/measure/mouth.ts'
import { skinStatisticsOf } from '#studio/measure/skin-tone.ts'
import { describeFace } from '#studio/nets/descriptor.ts'
import { detectFaces } from '#studio/nets/detect.ts'
import { readNudity } from '#studio/nets/nudity.ts'
import { describeFaceAgain } from '#studio/nets/second-descriptor.ts'
import { cosine } from '#studio/nets/vectors.ts'
import { appearanceOf, opinionOf } from '#studio/model/model.ts'
import type { Opinion, PersonModel } from '#studio/model/model.ts'
import { deltaE2000 } from '#studio/picture/color.ts'
import { median } from '#studio/planes/rank.ts'
import type { Raster } from '#studio/picture/raster.ts'
import { appealOf } from './appeal.ts'
import { measureExpression } from './expression.ts'
import { fingerprintOf } from './fingerprint.ts'
import { castOf, measureGenerated } from './generated.ts'
import type { SelfieOfGenerated } from './generated.ts'
import { EYES, LIKENESS, SECOND_LIKENESS, STRETCH } from './limits.ts'
import { measurePicture } from './picture.ts'
import { stretchAgainst, stretchAmong, stretchOf } from '#studio/measure/proportions.ts'
import { judgeMeasures, SELFIE_REASONS } from './rules.ts'
import type { GateMeasures, GateReason } from './rules.ts'
import { viewOf } from './view.ts'
import type { KnownCut } from './view.ts'

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
  /** Null where the readings are older than the second descriptor. */
  second: Opinion | null
  selfies: readonly { mesh: Float32Array }[]
}

/** A selfie's face as stored in its reading. */
export interface SeenFace extends Opinions, SelfieOfGenerated {
  mesh: Float32Array
}

export interface GateOptions {
  /** A black-and-white style: skin has no tone to compare, and the descriptor loses some certainty. */
  colourless: boolean
  /** What the engine knows that cut the person out of a selfie. */
  cut?: KnownCut | null
  /** Whether what the selfie shows was judged before, see `SELFIE_REASONS`: it is then not asked again. */
  isSelfieJudged?: boolean
  /** The selfies of the person in a picture that was generated; null for what is finished of a selfie. */
  generatedFrom?: readonly SelfieOfGenerated[] | null
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
export function cosineNeeded(
  { spread }: Pick<KnownPerson, 'spread'>,
  { colourless }: { colourless: boolean },
): number {
  return limitOf(LIKENESS, spread.least, colourless ? LIKENESS.colourless : 0)
}

/** The same of the second descriptor, on a scale of its own. */
export function secondCosineNeeded({ spread }: Pick<Opinion, 'spread'>): number {
  return limitOf(SECOND_LIKENESS, spread.least, 0)
}

function limitOf(
  { leastNeeded, mostNeeded, slack }: typeof LIKENESS | typeof SECOND_LIKENESS,
  leastTypical: number,
  less: number,
): number {
  return Math.max(leastNeeded, Math.min(mostNeeded, leastTypical - slack) - less)
}

/** Under this the person's eyes are closed: a share of how open their selfies show them. */
export function eyeAspectNeeded({ selfies }: Pick<KnownPerson, 'selfies'>): number {
  const aspects = selfies.map(({ mesh }) => eyeAspect(mesh)).sort((p, q) => p - q)
  // Selfies with closed eyes pull a mean down; the upper quarter is open.
  const open = aspects[Math.floor(0.75 * aspects.length)] ?? Infinity
  return Math.min(EYES.mostNeeded, EYES.share * open)
}

const UNSEEN = { likeness: 0, measures: null, fingerprint: '', appeal: 0 }
const NO_FACE: GateVerdict = { passed: false, reasons: ['no_face'], ...UNSEEN }

/** The gate: judges a finished headshot of any engine by likeness, eyes, framing, sharpness and skin. */
export async function judgeHeadshot(
  raster: Raster,
  person: KnownPerson,
  options: GateOptions,
): Promise<GateVerdict> {
  const faces = await detectFaces(raster)
  const face = faces[0]
  if (!face) return NO_FACE
  const measures = await measureHeadshot(raster, face, person, options)
  const failures = judgeMeasures(measures)
  const reasons = options.isSelfieJudged
    ? failures.filter((reason) => !SELFIE_REASONS.includes(reason))
    : failures
  if (faces.length > 1) reasons.unshift('several_faces')
  return {
    passed: reasons.length === 0,
    likeness: likenessOf(measures.cosine),
    reasons,
    measures,
    fingerprint: await fingerprintOf(raster, faceSquare(face.mesh)),
    appeal: appealOf(measures),
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
  return withNudity(verdict, await readNudity(raster))
}

/**
 * Adds the nudity check to the verdict on a foreign picture. The studio's own headshots skip it, because their
 * selfies were checked.
 * @param nudity see `readNudity`
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
  const second = seen.flatMap(({ secondDescriptor }) => secondDescriptor ?? [])
  return {
    ...appearanceOf(
      seen.map(({ descriptor }) => descriptor),
      seen.map(({ skin }) => skin),
    ),
    second: second.length > 0 ? opinionOf(second) : null,
    selfies: seen.map(({ mesh }) => ({ mesh })),
  }
}

async function measureHeadshot(
  raster: Raster,
  face: Face,
  person: KnownPerson,
  { colourless, cut = null, generatedFrom = null }: GateOptions,
): Promise<GateMeasures> {
  const view = await viewOf(raster, face, cut, { colourless })
  // Descriptors and lips of grey say less than those of the same face in colour.
  const isRecoloured = colourless && view.isColour
  const seen = isRecoloured ? view : raster
  const mesh = isRecoloured ? view.mesh : face.mesh
  const finished = measureFinished(raster, face)
  const { lowerFaceChroma, lipContrast, eyeContrast } = isRecoloured
    ? measureFinished(seen, { ...face, mesh })
    : finished
  const { descriptor, ageYears } = await describeFace(seen, mesh)
  const second = person.second && (await describeFaceAgain(seen, mesh))
  const skin = colourless ? null : skinStatisticsOf(raster, face.mesh).lab
  return {
    ...measureFraming(face.mesh, raster.width, raster.height),
    ...(await measureExpression(raster, face)),
    ...measurePicture(view),
    cosine: cosine(descriptor, person.centroid),
    cosineNeeded: cosineNeeded(person, { colourless: !view.isColour }),
    secondCosine: second && person.second && cosine(second, person.second.centroid),
    secondNeeded: person.second ? secondCosineNeeded(person.second) : 0,
    sharpness: finished.sharpness,
    eyeAspect: eyeAspect(face.mesh),
    eyeAspectNeeded: eyeAspectNeeded(person),
    burntShare: burntShare(raster),
    skinDelta: skin && (generatedFrom ? castOf(skin, person.skin) : deltaE2000(skin, person.skin)),
    lowerFaceChroma: view.isColour ? lowerFaceChroma : null,
    lipContrast,
    eyeContrast,
    ownSmile: median(person.selfies.map(({ mesh }) => smileOf(mesh))),
    stretch: cut ? Math.log(stretchOf(face.mesh, cut.mesh).ratio) : stretchAgainst(face.mesh, person.selfies),
    stretchMost: cut ? STRETCH.own : stretchMostAgainst(person.selfies),
    generated: generatedFrom && (await measureGenerated(raster, { ...face, skin, ageYears }, generatedFrom)),
  }
}

/** As much as this person's selfies are stretched against one another, within bounds; one selfie says nothing of that. */
function stretchMostAgainst(selfies: KnownPerson['selfies']): number {
  const among = stretchAmong(selfies)
  return among === null
    ? STRETCH.others
    : Math.max(STRETCH.own, Math.min(STRETCH.others, among + STRETCH.slack))
}

function burntShare({ width, height, data }: Raster): number {
  let burnt = 0
  for (let i = 0; i < data.length; i += 3) {
    if ((data[i] ?? 0) >= 254 && (data[i + 1] ?? 0) >= 254 && (data[i + 2] ?? 0) >= 254) burnt++
  }
  return burnt / (width * height)
}
