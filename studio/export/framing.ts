import sharp from 'sharp'
import type { Box } from '#studio/picture/box.ts'
import type { Raster } from '#studio/picture/raster.ts'
import { decodeUpright } from './decode.ts'
import { findHead } from './head.ts'
import type { Head } from './head.ts'
import { cutOf, placeCrop } from './place.ts'
import type { Cut } from './place.ts'
import { EXPORT_PRESET_IDS } from './presets.ts'
import type { Placement } from './presets.ts'

export interface Framing {
  /** One for each format, in their order; what `exportHeadshot` cuts of the same picture. */
  cuts: Cut[]
  /** The part of the source, in its pixels and the headshot's shape, that shows the head as the headshot does. */
  before: { box: Box; width: number; height: number } | null
}

/** Heads are found as well in a picture of this size, and sooner. */
const SOURCE_SIDE_PX = 1280

/**
 * How each format cuts a headshot, and how its source is laid beside it.
 * @param source the picture the headshot was made from, upright; null once that picture is deleted
 * @throws when the bytes are no picture
 */
export async function frameHeadshot(jpeg: Uint8Array, source: Uint8Array | null): Promise<Framing> {
  const raster = await decodeUpright(jpeg)
  const head = await findHead(raster)
  return {
    cuts: EXPORT_PRESET_IDS.map((presetId) => cutOf(raster, head, presetId)),
    before: source && (await beside(raster, head, source)),
  }
}

/** As large and as high in its picture as the head is in the headshot, as far as the source reaches. */
async function beside(
  { width, height }: Raster,
  head: Head | null,
  bytes: Uint8Array,
): Promise<NonNullable<Framing['before']>> {
  const original = await sharp(bytes).metadata()
  const source = await decodeUpright(bytes, SOURCE_SIDE_PX)
  const scale = original.width / source.width
  const placement: Placement = head
    ? { kind: 'head', headShare: (head.chinY - head.crownY) / height, topMargin: head.crownY / height }
    : { kind: 'whole' }
  // In the headshot's shape and no more: a small part of the source may be shown enlarged.
  const box = placeCrop(source, await findHead(source), { width: width / height, height: 1 }, placement)
  const [left, top] = [Math.floor(box.left * scale), Math.floor(box.top * scale)]
  const size = { width: Math.floor(box.width * scale), height: Math.floor(box.height * scale) }
  return { box: { left, top, ...size }, width: original.width, height: original.height }
}
