import type { Raster } from '#studio/raster.ts'
import { labOf, LINEAR_OF_BYTE, luminance } from '#studio/color.ts'
import type { Lab } from '#studio/color.ts'
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

export interface SkinStatistics {
  /** Median colour of the facial skin between its 25th and 85th luminance percentile. */
  lab: Lab
  /** The same in linear light. */
  linear: [number, number, number]
  /** Median linear luminance of the whole facial skin. */
  luminance: number
}

function median(values: Float32Array): number {
  const sorted = values.toSorted()
  return sorted.length === 0 ? 0 : (sorted[sorted.length >> 1] ?? 0)
}

/** Skin tone without the deep shadows and the shine, which carry the light's colour rather than the skin's. */
export function measureSkin(raster: Raster, map: Float32Array): SkinStatistics {
  const picked: number[] = []
  const step = 2
  for (let y = 0; y < raster.height; y += step) {
    for (let x = 0; x < raster.width; x += step) {
      const i = y * raster.width + x
      if ((map[i] ?? 0) > 0.5) picked.push(i)
    }
  }
  const luma = Float32Array.from(picked, (i) =>
    luminance(
      LINEAR_OF_BYTE[raster.data[i * 3] ?? 0] ?? 0,
      LINEAR_OF_BYTE[raster.data[i * 3 + 1] ?? 0] ?? 0,
      LINEAR_OF_BYTE[raster.data[i * 3 + 2] ?? 0] ?? 0,
    ),
  )
  const sorted = luma.toSorted()
  const low = sorted[Math.floor(sorted.length * 0.25)] ?? 0
  const high = sorted[Math.floor(sorted.length * 0.85)] ?? 1
  const kept = picked.filter((_, index) => (luma[index] ?? 0) >= low && (luma[index] ?? 0) <= high)
  const channel = (c: number) =>
    median(Float32Array.from(kept, (i) => LINEAR_OF_BYTE[raster.data[i * 3 + c] ?? 0] ?? 0))
  const linear: [number, number, number] = [channel(0), channel(1), channel(2)]
  return { lab: labOf(...linear), linear, luminance: median(luma) }
}
