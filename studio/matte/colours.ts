import type { Plane } from '#studio/raster.ts'
import { bilinear, blur, createPlane } from './filters.ts'
import type { Guide } from './laplacian.ts'

/** Pixels per cell of the planes that tell the near subject's colour. */
const CELL = 4
/** Alpha from which a pixel is the subject's alone, as a colour to go by and as one to keep. */
const SURE = 0.95
const WHOLE = 0.985

/** The sure subject's share of each cell, and the sums of its colours over the cell's pixels. */
function sureCells({ width, height, planes }: Guide, alpha: Plane): [Plane, Plane, Plane, Plane] {
  const plane = () => createPlane(Math.ceil(width / CELL), Math.ceil(height / CELL))
  const cells: [Plane, Plane, Plane, Plane] = [plane(), plane(), plane(), plane()]
  for (let y = 0; y < height; y++) addRow(planes, alpha, y, cells)
  return cells
}

function addRow(
  [r, g, b]: Guide['planes'],
  { width, data }: Plane,
  y: number,
  [weight, red, green, blue]: readonly [Plane, Plane, Plane, Plane],
): void {
  const row = Math.floor(y / CELL) * weight.width
  for (let x = 0, i = y * width; x < width; x++, i++) {
    if ((data[i] ?? 0) <= SURE) continue
    const to = row + ((x / CELL) | 0)
    weight.data[to] = (weight.data[to] ?? 0) + 1
    red.data[to] = (red.data[to] ?? 0) + (r[i] ?? 0)
    green.data[to] = (green.data[to] ?? 0) + (g[i] ?? 0)
    blue.data[to] = (blue.data[to] ?? 0) + (b[i] ?? 0)
  }
}

/**
 * Colours of the cut-out: the estimate where alpha is soft, drawn towards the near sure subject where
 * it is nearly transparent, because there the estimate still carries the old background.
 */
export function subjectColours(
  guide: Guide,
  alpha: Plane,
  estimate: Float32Array,
  reach: number,
): Uint8Array {
  const { width, height } = guide
  const [weight, ...near] = sureCells(guide, alpha).map((plane) => blur(plane, reach / CELL))
  const out = new Uint8Array(width * height * 3)
  if (!weight) return out
  const [r, g, b] = guide.planes
  for (let y = 0; y < height; y++) {
    const v = (y + 0.5) / CELL - 0.5
    for (let x = 0, i = y * width; x < width; x++, i++) {
      const at = i * 3
      const a = alpha.data[i] ?? 0
      if (a >= WHOLE) {
        out[at] = (r[i] ?? 0) * 255 + 0.5
        out[at + 1] = (g[i] ?? 0) * 255 + 0.5
        out[at + 2] = (b[i] ?? 0) * 255 + 0.5
        continue
      }
      const u = (x + 0.5) / CELL - 0.5
      const sure = bilinear(weight, u, v)
      const pull = sure > 0.004 * CELL * CELL ? Math.min(1, (1 - a) * 1.25 + 0.05) : 0
      for (let c = 0; c < 3; c++) {
        let value = estimate[at + c] ?? 0
        const own = near[c]
        if (pull > 0 && own) value += (bilinear(own, u, v) / sure - value) * pull
        out[at + c] = Math.max(0, Math.min(255, value * 255 + 0.5))
      }
    }
  }
  return out
}
