import type { Raster } from '#studio/picture/raster.ts'

/** Turns the picture clockwise by 90 degrees, `quarters` times. */
export function turnQuarter(raster: Raster, quarters: 1 | 2 | 3): Raster {
  const { width, height, data } = raster
  const swap = quarters !== 2
  const out = new Uint8Array(data.length)
  const outWidth = swap ? height : width
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const toX = quarters === 1 ? height - 1 - y : quarters === 2 ? width - 1 - x : y
      const toY = quarters === 1 ? x : quarters === 2 ? height - 1 - y : width - 1 - x
      const from = (y * width + x) * 3
      const to = (toY * outWidth + toX) * 3
      out[to] = data[from] ?? 0
      out[to + 1] = data[from + 1] ?? 0
      out[to + 2] = data[from + 2] ?? 0
    }
  }
  return { width: outWidth, height: swap ? width : height, data: out }
}
