import { LINEAR_OF_BYTE, luminance } from '#studio/picture/color.ts'
import type { Size } from '#studio/picture/raster.ts'

/** Colours on a coarser grid, so taken that exposure changes only `light` and gains of the channels add a constant. */
export interface ColourCells extends Size {
  /** Pixels per cell, each way. */
  step: number
  /** ln of linear luminance. */
  light: Float32Array
  /** ln(red / green) and ln(blue / green) in linear light. */
  red: Float32Array
  blue: Float32Array
}

/** A person cut out of a picture, and the picture's colours on a coarser grid. */
export interface CutoutCells {
  /** The subject's share of each pixel, 0..255. */
  alpha: Uint8Array
  /** Pixels in a row of `alpha`. */
  width: number
  cells: ColourCells
  /** In the picture's pixels. */
  mesh: Float32Array
  /** Forehead to chin, in the picture's pixels. */
  faceHeight: number
}

/** Added to each channel: nearly black pixels have no meaningful colour. */
const FLOOR = 0.012

/** Linear light of a channel over 2x2 pixels. */
function meanAt(data: Uint8Array, at: number, stride: number): number {
  const upper = (LINEAR_OF_BYTE[data[at] ?? 0] ?? 0) + (LINEAR_OF_BYTE[data[at + 3] ?? 0] ?? 0)
  const below = at + stride
  const sum = upper + (LINEAR_OF_BYTE[data[below] ?? 0] ?? 0) + (LINEAR_OF_BYTE[data[below + 3] ?? 0] ?? 0)
  return FLOOR + sum / 4
}

/** Every `step`th pixel of a picture, each way, mean of a 2x2 block. */
export function colourCells(data: Uint8Array, size: Size, step: number): ColourCells {
  const width = Math.floor(size.width / step)
  const height = Math.floor(size.height / step)
  const [light, red, blue] = [0, 1, 2].map(() => new Float32Array(width * height)) as [
    Float32Array,
    Float32Array,
    Float32Array,
  ]
  const stride = size.width * 3
  for (let y = 0, cell = 0; y < height; y++) {
    for (let x = 0; x < width; x++, cell++) {
      const at = y * step * stride + x * step * 3
      const r = meanAt(data, at, stride)
      const g = meanAt(data, at + 1, stride)
      const b = meanAt(data, at + 2, stride)
      light[cell] = Math.log(luminance(r, g, b))
      red[cell] = Math.log(r / g)
      blue[cell] = Math.log(b / g)
    }
  }
  return { width, height, step, light, red, blue }
}

/** 1 on cells of the subject whose share is at least so much of 255. */
export function solidCells(
  { alpha, width: stride, cells }: Pick<CutoutCells, 'alpha' | 'width' | 'cells'>,
  least: number,
): Uint8Array {
  const { width, height, step } = cells
  const solid = new Uint8Array(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if ((alpha[y * step * stride + x * step] ?? 0) >= least) solid[y * width + x] = 1
  return solid
}
