import type { Area } from './areas.ts'

/** Windows of (2r+1)² pixels round each pixel of a picture; they shrink at its borders. */
export interface Windows {
  width: number
  height: number
  radius: number
  /** One over the pixels of a window's row, by column, and of its column, by row. */
  across: Float64Array
  down: Float64Array
}

export function windowsOf(width: number, height: number, radius: number): Windows {
  return { width, height, radius, across: shares(width, radius), down: shares(height, radius) }
}

function shares(length: number, radius: number): Float64Array {
  const out = new Float64Array(length)
  for (let i = 0; i < length; i++)
    out[i] = 1 / (Math.min(length - 1, i + radius) - Math.max(0, i - radius) + 1)
  return out
}

/** Mean over the window of each pixel of an area, in time independent of the radius; `target` is not `source`. */
export function windowMeans(windows: Windows, source: Float32Array, target: Float32Array, area: Area): void {
  const { width, height, across, down } = windows
  const r = Math.min(windows.radius, Math.max(width, height))
  // The window's rows summed in each column, nothing beyond the picture: no window asks whether it is at a border.
  const columns = new Float64Array(area.right - area.left + 2 * r + 1)
  const first = Math.max(0, area.left - r)
  const last = Math.min(width, area.right + r)
  const offset = r + 1 - area.left
  const highest = Math.max(0, area.top - r)
  for (let y = highest - r; y < area.bottom; y++) {
    const enters = (y + r) * width
    const leaves = (y - r - 1) * width
    if (y + r >= height) {
      if (y - r - 1 >= highest)
        for (let x = first; x < last; x++)
          columns[x + offset] = (columns[x + offset] ?? 0) - (source[leaves + x] ?? 0)
    } else if (y - r - 1 < highest) {
      for (let x = first; x < last; x++)
        columns[x + offset] = (columns[x + offset] ?? 0) + (source[enters + x] ?? 0)
    } else {
      for (let x = first; x < last; x++)
        columns[x + offset] =
          (columns[x + offset] ?? 0) + ((source[enters + x] ?? 0) - (source[leaves + x] ?? 0))
    }
    if (y < area.top) continue
    const row = y * width
    const share = down[y] ?? 0
    let sum = 0
    for (let k = 0; k < 2 * r + 1; k++) sum += columns[k] ?? 0
    for (let x = area.left; x < area.right; x++) {
      sum += (columns[x + offset + r] ?? 0) - (columns[x + offset - r - 1] ?? 0)
      target[row + x] = sum * share * (across[x] ?? 0)
    }
  }
}

/** How many pixels each window holds. */
export function windowCounts({ width, height, across, down }: Windows): Float32Array {
  const counts = new Float32Array(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      counts[y * width + x] = Math.round(1 / ((across[x] ?? 1) * (down[y] ?? 1)))
  return counts
}
