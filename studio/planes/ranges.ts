import type { Plane } from '#studio/picture/raster.ts'

/**
 * The pixels of a plane whose value is at most `limit`, run by run within each row, as the kernels take them: how many runs,
 * then of each its first pixel and the one behind its last.
 */
export function rangesUpTo(limit: number, { width, data }: Plane): Int32Array {
  const ranges = [0]
  for (let from = 0; from < data.length; from += width) {
    let isIn = false
    for (let i = from; i < from + width; i++) {
      if ((data[i] ?? 0) <= limit === isIn) continue
      ranges.push(i)
      isIn = !isIn
    }
    if (isIn) ranges.push(from + width)
  }
  ranges[0] = (ranges.length - 1) / 2
  return Int32Array.from(ranges)
}

/** 1 on pixels of a plane that differ from the next one to the right or below. */
export function changesOf({ width, data }: Plane): Uint8Array {
  const mask = new Uint8Array(data.length)
  for (let i = 0; i < mask.length; i++)
    mask[i] = data[i] !== (data[i + 1] ?? data[i]) || data[i] !== (data[i + width] ?? data[i]) ? 1 : 0
  return mask
}
