import { encodeHeadshot, sha256Of } from '#studio/export/encode.ts'
import type { EncodeOptions } from '#studio/export/encode.ts'
import { openSelfie } from '#studio/intake/selfie.ts'
import { subjectColours } from '#studio/matte/colours.ts'
import { smoothstep } from '#studio/planes/smoothstep.ts'
import { guidedFilter } from '#studio/matte/laplacian.ts'
import { guideOf, halfGuide } from '#studio/matte/matte.ts'
import { faceHeight } from '#studio/person/landmarks.ts'
import { buildModel } from '#studio/person/model.ts'
import { clearOutside, frameSelfie, measureCut } from '#studio/person/prepare.ts'
import type { SelfieSource } from '#studio/person/prepare.ts'
import type { PreparedSelfie } from '#studio/person/selfie-file.ts'
import { resized } from '#studio/picture/resized.ts'
import { renderShot } from '#studio/render/headshot.ts'
import { planBundle } from '#studio/render/plan.ts'
import type { StyleId } from '#studio/scene/styles.ts'
import { watermark } from './watermark.ts'

/** Everything is done at half a headshot's size: a quarter of the pixels. */
const SCALE = 0.5
/** Samples are 320 x 400, shown among others. */
const SAMPLE = { scale: 0.3125, jpegQuality: 82 } as const
const SHRINK = 1 / SCALE
/** Guided filter that draws the segmentation's edge onto the picture's. */
const EDGE = { radiusShare: 0.03, eps: 1e-4 } as const

export interface PreviewOrder {
  styleId: StyleId
  /** Written over the picture; the studio knows no words of its own. */
  text: string
}

export interface SamplesOrder {
  styleIds: readonly StyleId[]
  /** As of a preview. */
  text: string
}

export interface Preview {
  jpeg: Uint8Array
  width: number
  height: number
  /** Of `jpeg`, hexadecimal. */
  sha256: string
}

/**
 * One headshot of 512 x 640 from one selfie, marked all over, without the fine cut-out and without the gate: what a style
 * makes of a person, at once. Null where the bytes show no face.
 */
export async function drawPreview(
  bytes: Uint8Array,
  { styleId, text }: PreviewOrder,
  words: EncodeOptions,
): Promise<Preview | null> {
  const [preview = null] = (await drawMarked(bytes, { styleIds: [styleId], text }, words, SCALE)) ?? []
  return preview
}

/**
 * The same in many styles, 320 x 400 each: the selfie is prepared once, which is most of the work. In the order of
 * `styleIds`; null where the bytes show no face.
 */
export function drawSamples(
  bytes: Uint8Array,
  order: SamplesOrder,
  words: EncodeOptions,
): Promise<Preview[] | null> {
  return drawMarked(bytes, order, { ...words, jpegQuality: SAMPLE.jpegQuality }, SAMPLE.scale)
}

async function drawMarked(
  bytes: Uint8Array,
  { styleIds, text }: SamplesOrder,
  words: EncodeOptions,
  scale: number,
): Promise<Preview[] | null> {
  const opened = await openSelfie(bytes)
  if ('reason' in opened) return null
  const [face] = opened.faces
  if (!face) return null
  const { raster, focalLength35Mm } = opened
  const prepared = await prepareCoarsely(await lightened({ id: 'preview', raster, face, focalLength35Mm }))
  const model = buildModel([prepared], [{ warnings: [] }])
  const previews: Preview[] = []
  for (const styleId of styleIds) {
    const [shot] = planBundle(model, styleId, 1)
    if (!shot) return null
    const picture = await watermark(await renderShot(model, styleId, shot, { scale }), text)
    const jpeg = await encodeHeadshot(picture, words)
    previews.push({ jpeg, width: picture.width, height: picture.height, sha256: sha256Of(jpeg) })
  }
  return previews
}

/** As `prepareSelfie`, with the segmentation's own outline instead of the matting equation. */
async function prepareCoarsely(source: SelfieSource): Promise<PreparedSelfie> {
  const framed = await frameSelfie(source, SHRINK)
  const { raster, inside, head, person } = framed
  const { width, height } = raster
  const guide = guideOf(raster)
  const radius = Math.max(2, Math.round((head.faceHeight / 2) * EDGE.radiusShare))
  const fine = guidedFilter(guide, person.data, radius, EDGE.eps, halfGuide(guide))
  const alpha = { width, height, data: fine.map((value) => smoothstep(0.2, 0.85, value)) }
  clearOutside(alpha.data, inside)
  const colours = subjectColours(guide, alpha, head, head.faceHeight * 0.03)
  return {
    ...measureCut(source, framed, { alpha, colours }),
    // Nobody asks a preview whose face it shows.
    descriptor: new Float32Array(),
    secondDescriptor: new Float32Array(),
    skinBeside: 0,
  }
}

/** Beyond this a face has more pixels than a preview shows. */
const FACE_HEIGHT_PX = 300

/** A selfie from a large camera on fewer pixels: everything after costs by the pixel. */
async function lightened(source: SelfieSource): Promise<SelfieSource> {
  const { raster, face } = source
  const factor = Math.floor(faceHeight(face.mesh) / FACE_HEIGHT_PX)
  if (factor < 2) return source
  const small = { width: Math.floor(raster.width / factor), height: Math.floor(raster.height / factor) }
  return {
    ...source,
    raster: { ...small, data: await resized({ ...raster, channels: 3 }, small) },
    face: { ...face, mesh: face.mesh.map((value) => value / factor) },
  }
}
