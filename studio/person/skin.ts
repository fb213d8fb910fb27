import type { Raster, Size } from '#studio/picture/raster.ts'
import { labOf, LINEAR_OF_BYTE, luminanceAt } from '#studio/picture/color.ts'
import type { Lab } from '#studio/picture/color.ts'
import { cellsAbove } from '#studio/planes/mask.ts'
import { median, quantile } from '#studio/planes/rank.ts'
import {
  FACE_OVAL,
  fillPolygon,
  LEFT_BROW,
  LEFT_EYE,
  LIPS,
  outline,
  RIGHT_BROW,
  RIGHT_EYE,
  scaled,
} from './landmarks.ts'

/** 1 on facial skin: the oval without eyes, brows and mouth; 0 elsewhere. Sharp edges. */
export function facialSkin(mesh: Float32Array, width: number, height: number): Float32Array {
  const map = new Float32Array(width * height)
  fillPolygon(map, width, height, scaled(outline(mesh, FACE_OVAL), 0.97), 1)
  for (const eye of [RIGHT_EYE, LEFT_EYE])
    fillPolygon(map, width, height, scaled(outline(mesh, eye), 1.45), 0)
  for (const brow of [RIGHT_BROW, LEFT_BROW])
    fillPolygon(map, width, height, scaled(outline(mesh, brow), 1.12), 0)
  fillPolygon(map, width, height, scaled(outline(mesh, LIPS), 1.06), 0)
  return map
}

/** The cells of facial skin. */
export const skinCells = (mesh: Float32Array, { width, height }: Size): number[] =>
  cellsAbove(facialSkin(mesh, width, height), 0.5)

/** The face oval, filled. */
export function faceOval(mesh: Float32Array, width: number, height: number, grow = 1): Float32Array {
  const map = new Float32Array(width * height)
  fillPolygon(map, width, height, scaled(outline(mesh, FACE_OVAL), grow), 1)
  return map
}

/** What the person's own tone is told from. */
export interface SeenSkin {
  /** Median colour of the facial skin between its 25th and 85th luminance percentile. */
  lab: Lab
  /** Median linear luminance of the whole facial skin. */
  luminance: number
}

/** Skin tone without the deep shadows and the shine, which carry the light's colour rather than the skin's. */
export function measureSkin({ data }: Raster, map: Float32Array): SeenSkin {
  const picked = cellsAbove(map, 0.5)
  const lumas = Float32Array.from(picked, (pixel) => luminanceAt(data, 3 * pixel))
  const [low, high] = [quantile(lumas, 0.25), quantile(lumas, 0.85)]
  const kept = picked.filter((_, k) => (lumas[k] ?? 0) >= low && (lumas[k] ?? 0) <= high)
  const channel = (c: number) => LINEAR_OF_BYTE[median(kept.map((pixel) => data[3 * pixel + c] ?? 0))] ?? 0
  return { lab: labOf(channel(0), channel(1), channel(2)), luminance: median(lumas) || 0 }
}
