import type { Plane } from '#studio/picture/raster.ts'

/**
 * The value at a place, bilinear between the four pixels round it; (0, 0) is the first pixel's middle, beyond the
 * plane its edge repeats.
 */
export function valueAt({ width, height, data }: Plane, x: number, y: number): number {
  const u = Math.min(width - 1, Math.max(0, x))
  const v = Math.min(height - 1, Math.max(0, y))
  const at = Math.floor(v) * width + Math.floor(u)
  const right = u < width - 1 ? 1 : 0
  const below = v < height - 1 ? width : 0
  const across = u - Math.floor(u)
  const mix = (from: number) => (data[from] ?? 0) * (1 - across) + (data[from + right] ?? 0) * across
  const upper = mix(at)
  return upper + (mix(at + below) - upper) * (v - Math.floor(v))
}
