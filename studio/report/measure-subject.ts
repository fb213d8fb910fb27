import sharp from 'sharp'
import { judgeSelfies } from '#studio/intake/judge.ts'
import { measureBanding } from './banding.ts'
import type { Banding } from './banding.ts'
import { measureEdge } from './edge.ts'
import type { EdgeMeasures } from './edge.ts'
import { decodeModel } from '#studio/model/model-file.ts'
import { faceHeight } from '#studio/person/landmarks.ts'
import type { PersonModel } from '#studio/model/model.ts'
import type { RenderedHeadshot } from '#studio/pool/worker.ts'
import { cutOut } from '#studio/render/crop.ts'
import type { Cut } from '#studio/render/crop.ts'
import type { Shot } from '#studio/render/plan.ts'
import { sourceOf } from '#studio/render/sources.ts'
import type { Studio } from '#studio/studio.ts'
import { STYLE_IDS, STYLES, VARIATIONS } from '#studio/scene/styles.ts'
import type { StyleId } from '#studio/scene/styles.ts'
import { measureEnlargement } from './enlargement.ts'
import type { EnlargementGain } from './enlargement.ts'
import type { Identity } from './identity.ts'
import type { Subject } from './subjects.ts'

export interface MeasuredHeadshot extends RenderedHeadshot {
  styleId: StyleId
  edge: EdgeMeasures
  banding: Banding
  /** Of the first headshot of a subject with all styles; empty for the others. */
  enlargement: readonly EnlargementGain[]
}

/** Wall time, seconds; `read` and `prepare` per selfie, with all threads at work. */
interface Seconds {
  read: number
  prepare: number
}

export interface SubjectReport extends Pick<Subject, 'label' | 'kind' | 'isMixed' | 'isShown'> {
  verdicts: { id: string; accepted: boolean; reasons: readonly string[] }[]
  identity: Identity
  headshots: MeasuredHeadshot[]
  seconds: Seconds
  /** One of the accepted selfies, for the document's sheets. */
  selfie: Uint8Array | null
}

/** Reasons about whose picture a selfie is, not about its quality. */
const WHO: ReadonlySet<string> = new Set([
  'duplicate',
  'near_duplicate',
  'other_person',
  'several_faces',
  'several_people',
])

/** Checks, trains and renders one subject, and measures the results. */
export async function measureSubject(studio: Studio, subject: Subject): Promise<SubjectReport> {
  const { label, kind, isMixed, isShown } = subject
  const selfies = await subject.loadSelfies()
  const readingAt = performance.now()
  const read = await Promise.all(
    selfies.map(async (selfie) => ({ ...selfie, reading: await studio.readSelfie(selfie.bytes) })),
  )
  const readAt = performance.now()
  const verdicts = judgeSelfies(read)
  const accepted = read.filter(({ id }) => verdicts.some((verdict) => verdict.id === id && verdict.accepted))
  const seconds = { read: (readAt - readingAt) / 1000 / read.length, prepare: 0 }
  const descriptors = accepted.flatMap(({ reading }) => (reading.descriptor ? [reading.descriptor] : []))
  const refused = read.flatMap(({ id, reading }) => {
    const verdict = verdicts.find((other) => other.id === id)
    const isOnlyPoor = verdict?.reasons.every((reason) => !WHO.has(reason)) ?? false
    return isOnlyPoor && !verdict?.accepted && reading.descriptor ? [reading.descriptor] : []
  })
  const report = {
    label,
    kind,
    isMixed,
    isShown,
    verdicts,
    seconds,
    identity: { label, kind, descriptors, refused },
    selfie: accepted[0]?.bytes ?? null,
  }
  if (accepted.length === 0 || subject.styleIds.length === 0) return { ...report, headshots: [] }
  const trainingAt = performance.now()
  const model = await studio.train(accepted)
  seconds.prepare = (performance.now() - trainingAt) / 1000 / accepted.length
  return { ...report, headshots: await renderAll(studio, model, subject.styleIds) }
}

/** One headshot of each style, selfies and variations taking turns. */
async function renderAll(
  studio: Studio,
  bytes: Uint8Array,
  styleIds: readonly StyleId[],
): Promise<MeasuredHeadshot[]> {
  const model = decodeModel(bytes)
  const rendered = await Promise.all(
    styleIds.map(async (styleId, index) => {
      const plan = await studio.plan(bytes, styleId, styleIds.length)
      const shot = plan[index % plan.length]
      return shot ? [{ styleId, shot, headshot: await studio.render(bytes, styleId, shot) }] : []
    }),
  )
  const measured: MeasuredHeadshot[] = []
  // One by one: this thread holds whole pictures here.
  for (const [index, { styleId, shot, headshot }] of rendered.flat().entries()) {
    const { width, height, mesh, alpha: coverage } = await cutOf(model, styleId, shot, headshot)
    const alpha = { width, height, data: Float32Array.from(coverage, (value) => value / 255) }
    const raster = { width, height, data: new Uint8Array(await sharp(headshot.jpeg).raw().toBuffer()) }
    measured.push({
      ...headshot,
      styleId,
      edge: measureEdge(raster, alpha, faceHeight(mesh)),
      banding: measureBanding(raster, alpha),
      enlargement:
        index === 0 && styleIds.length === STYLE_IDS.length
          ? await measureEnlargement(studio, headshot.jpeg, mesh, alpha)
          : [],
    })
  }
  return measured
}

/** The subject's share of each pixel of the finished file and the mesh in it, from the model. */
async function cutOf(
  model: PersonModel,
  styleId: StyleId,
  shot: Shot,
  { width, height }: RenderedHeadshot,
): Promise<Cut> {
  const selfie = model.selfies.find(({ id }) => id === shot.selfieId)
  const variation = VARIATIONS[shot.variation]
  if (!selfie || !variation) throw new RangeError('a shot of another model')
  const source = await sourceOf(selfie)
  return cutOut({ source, selfie }, STYLES[styleId], variation, { width, height })
}
