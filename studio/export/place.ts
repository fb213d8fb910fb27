import type { Box } from '#studio/picture/box.ts'
import type { Size } from '#studio/picture/raster.ts'
import type { Head } from './head.ts'
import { pictureOf } from './presets.ts'
import type { ExportPresetId, Placement } from './presets.ts'

/** The head assumed in a headshot without a recognisable face: where the studio's own headshots have theirs. */
function assumedHead({ width, height }: Size): Head {
  const crownY = height * 0.09
  const chinY = height * 0.6
  return {
    axisX: width / 2,
    crownY,
    chinY,
    circle: { x: width / 2, y: (crownY + chinY) / 2, radius: (chinY - crownY) / 2 },
  }
}

/**
 * The part of a headshot that a format shows, whole pixels in its shape. It lies inside the picture, and is never
 * smaller than the format where the picture is not: showing more is better than enlarging.
 */
export function placeCrop(source: Size, head: Head | null, format: Size, placement: Placement): Box {
  // Copied by name: the size may come as a picture, and the box must not carry its pixels along.
  if (placement.kind === 'whole') return { left: 0, top: 0, width: source.width, height: source.height }
  const shape = format.width / format.height
  const tallest = Math.min(source.height, source.width / shape)
  const { axisX, crownY, chinY, circle } = head ?? assumedHead(source)
  const round = placement.kind === 'circle'
  const wanted = round ? circle.radius * 2 * (1 + placement.margin) : (chinY - crownY) / placement.headShare
  const height = Math.round(Math.min(tallest, Math.max(wanted, Math.min(tallest, format.height))))
  const width = Math.min(source.width, Math.round(height * shape))
  const middleX = round ? circle.x : axisX
  const top = round ? circle.y - height / 2 : crownY - placement.topMargin * height
  return {
    left: Math.round(Math.min(source.width - width, Math.max(0, middleX - width / 2))),
    top: Math.round(Math.min(source.height - height, Math.max(0, top))),
    width,
    height,
  }
}

/** The part of a headshot that one format shows. */
export interface Cut {
  presetId: ExportPresetId
  /** Pixels of the headshot. */
  box: Box
  /** Of the file; on a sheet of each copy. */
  widthPx: number
  heightPx: number
}

export function cutOf(raster: Size, head: Head | null, presetId: ExportPresetId): Cut {
  const { size, placement } = pictureOf(presetId)
  const { widthPx, heightPx } = size ?? { widthPx: raster.width, heightPx: raster.height }
  const box = placeCrop(raster, head, { width: widthPx, height: heightPx }, placement)
  return { presetId, box, widthPx, heightPx }
}
