import sharp from 'sharp'
import type { Box } from '#studio/picture/box.ts'
import type { Raster } from '#studio/picture/raster.ts'
import { decodeUpright } from './decode.ts'
import { findHead } from './head.ts'
import type { Head } from './head.ts'
import { placeCrop } from './place.ts'
import { EXPORT_PRESETS, EXPORT_PRESET_IDS } from './presets.ts'
import type { ExportPresetId, PicturePreset, SheetPreset } from './presets.ts'

/** What one format shows of a headshot. */
export interface Cut {
  presetId: ExportPresetId
  /** Pixels of the headshot. */
  box: Box
  /** Of the file; on a sheet of each copy. */
  widthPx: number
  heightPx: number
}

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
 * @param source the picture it was made from, upright; null where it is gone
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

function cutOf(raster: Raster, head: Head | null, presetId: ExportPresetId): Cut {
  const preset: PicturePreset | SheetPreset = EXPORT_PRESETS[presetId]
  const { size, placement } = preset.kind === 'sheet' ? preset.picture : preset
  const format = { width: size?.widthPx ?? raster.width, height: size?.heightPx ?? raster.height }
  const box = placeCrop(raster, head, format, placement)
  return { presetId, box, widthPx: format.width, heightPx: format.height }
}

/** As large and as high in its picture as the head is in the headshot, as far as the source reaches. */
async function beside(
  { width, height }: Raster,
  head: Head | null,
  bytes: Uint8Array,
): Promise<NonNullable<Framing['before']>> {
  const original = await sharp(bytes).metadata()
  const small = await sharp(bytes)
    .resize(SOURCE_SIDE_PX, SOURCE_SIDE_PX, { fit: 'inside', withoutEnlargement: true })
    .toBuffer()
  const source = await decodeUpright(small)
  const scale = original.width / source.width
  const placement = head
    ? {
        kind: 'head' as const,
        headShare: (head.chinY - head.crownY) / height,
        topMargin: head.crownY / height,
      }
    : { kind: 'whole' as const }
  // In the headshot's shape and no more: a small part of the source may be shown enlarged.
  const box = placeCrop(source, await findHead(source), { width: width / height, height: 1 }, placement)
  const scaled = (value: number) => Math.floor(value * scale)
  return {
    box: {
      left: scaled(box.left),
      top: scaled(box.top),
      width: scaled(box.width),
      height: scaled(box.height),
    },
    width: original.width,
    height: original.height,
  }
}
