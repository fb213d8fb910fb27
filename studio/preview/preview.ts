import { encodeHeadshot, sha256Of } from '#studio/export/encode.ts'
import type { EncodeOptions } from '#studio/export/encode.ts'
import { buildModel } from '#studio/model/model.ts'
import { decodePrepared } from '#studio/model/selfie-file.ts'
import { renderShot } from '#studio/render/headshot.ts'
import { planBundle } from '#studio/render/plan.ts'
import type { StyleId } from '#studio/scene/styles.ts'
import { watermark } from './watermark.ts'

/** Everything is done at half a headshot's size: a quarter of the pixels. */
const SCALE = 0.5
/** Samples are 320 x 400, shown among others. */
const SAMPLE = { scale: 0.3125, jpegQuality: 82 } as const

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
 * One headshot of 512 x 640 from one prepared selfie, watermarked all over, not judged by the gate: a quick example
 * of a style.
 */
export async function drawPreview(
  prepared: Uint8Array,
  { styleId, text }: PreviewOrder,
  words: EncodeOptions,
): Promise<Preview | null> {
  const [preview = null] = await drawMarked(prepared, { styleIds: [styleId], text }, words, SCALE)
  return preview
}

/** The same in many styles, 320 x 400 each, in the order of `styleIds`. */
export function drawSamples(
  prepared: Uint8Array,
  order: SamplesOrder,
  words: EncodeOptions,
): Promise<Preview[]> {
  return drawMarked(prepared, order, { ...words, jpegQuality: SAMPLE.jpegQuality }, SAMPLE.scale)
}

async function drawMarked(
  kept: Uint8Array,
  { styleIds, text }: SamplesOrder,
  words: EncodeOptions,
  scale: number,
): Promise<Preview[]> {
  const { prepared, warnings } = decodePrepared(kept)
  const model = buildModel([prepared], [{ warnings }])
  const previews: Preview[] = []
  for (const styleId of styleIds) {
    const [shot] = planBundle(model, styleId, 1)
    if (!shot) return []
    const picture = await watermark(await renderShot(model, styleId, shot, { scale }), text)
    const jpeg = await encodeHeadshot(picture, words)
    previews.push({ jpeg, width: picture.width, height: picture.height, sha256: sha256Of(jpeg) })
  }
  return previews
}
