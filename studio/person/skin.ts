import type { Raster } from '#studio/picture/raster.ts'
import { labOf, LINEAR_OF_BYTE, luminanceAt } from '#studio/picture/color.ts'
import type { Lab } from '#studio/picture/color.ts'
import { valueOfRank } from '#studio/planes/rank.ts'
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

/** Pixels between two that are measured, each way. */
const STEP = 2

/** Skin tone without the deep shadows and the shine, which carry the light's colour rather than the skin's. */
export function measureSkin({ width, height, data }: Raster, map: Float32Array): SeenSkin {
  const picked = pixelsOn(map, width, height)
  const luma = new Float32Array(picked.length)
  for (let k = 0; k < luma.length; k++) luma[k] = luminanceAt(data, 3 * (picked[k] ?? 0))
  const low = valueOfRank(luma, Math.floor(luma.length * 0.25))
  const high = valueOfRank(luma, Math.floor(luma.length * 0.85))
  let count = 0
  for (let k = 0; k < luma.length; k++) {
    const light = luma[k] ?? 0
    if (light >= low && light <= high) picked[count++] = picked[k] ?? 0
  }
  const kept = picked.subarray(0, count)
  const median = (value: (pixel: number) => number) =>
    valueOfRank(Float32Array.from(kept, value), kept.length >> 1) || 0
  const channel = (c: number) => LINEAR_OF_BYTE[median((pixel) => data[3 * pixel + c] ?? 0)] ?? 0
  const middle = valueOfRank(luma, luma.length >> 1) || 0
  return { lab: labOf(channel(0), channel(1), channel(2)), luminance: middle }
}

/** Every `STEP`th pixel each way that is on the map. */
function pixelsOn(map: Float32Array, width: number, height: number): Uint32Array {
  const pixels = new Uint32Array(Math.ceil(width / STEP) * Math.ceil(height / STEP))
  let count = 0
  for (let y = 0; y < height; y += STEP)
    for (let i = y * width; i < (y + 1) * width; i += STEP) if ((map[i] ?? 0) > 0.5) pixels[count++] = i
  return pixels.subarray(0, count)
}
