import type { Plane } from '#studio/picture/raster.ts'

/** A plane is one number per pixel, such as alpha or luma; a new one holds `fill` everywhere. */
export function createPlane(width: number, height: number, fill = 0): Plane {
  const data = new Float32Array(width * height)
  if (fill !== 0) data.fill(fill)
  return { width, height, data }
}
