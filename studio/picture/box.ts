/** A part of a picture, in whole pixels. */
export interface Box {
  left: number
  top: number
  width: number
  height: number
}

/** The box between these edges, grown by `margin` and cut to the picture. */
export function boxWithin(
  edges: { left: number; top: number; right: number; bottom: number },
  margin: number,
  { width, height }: { width: number; height: number },
): Box {
  const left = Math.min(width - 1, Math.max(0, Math.floor(edges.left - margin)))
  const top = Math.min(height - 1, Math.max(0, Math.floor(edges.top - margin)))
  const right = Math.max(left + 1, Math.min(width, Math.ceil(edges.right + margin)))
  const bottom = Math.max(top + 1, Math.min(height, Math.ceil(edges.bottom + margin)))
  return { left, top, width: right - left, height: bottom - top }
}

/** The smallest box with all values above `level`, grown by `margin`; one pixel where no value is. */
export function boxOf(
  { width, height, data }: { width: number; height: number; data: Float32Array | Uint8Array },
  level: number,
  margin: number,
): Box {
  let [left, top, right, bottom] = [width, height, 0, 0]
  data.forEach((value, i) => {
    if (value <= level) return
    const [x, y] = [i % width, Math.floor(i / width)]
    left = Math.min(left, x)
    right = Math.max(right, x + 1)
    top = Math.min(top, y)
    bottom = y + 1
  })
  return boxWithin({ left, top, right, bottom }, margin, { width, height })
}
