import type { Plane } from '#studio/raster.ts'
import { blur } from './filters.ts'
import type { Guide } from './laplacian.ts'

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
  const size = width * height
  const sure = new Float32Array(size)
  for (let i = 0; i < size; i++) sure[i] = (alpha.data[i] ?? 0) > 0.95 ? 1 : 0
  const weight = blur({ width, height, data: sure }, reach).data
  const out = new Uint8Array(size * 3)
  guide.planes.forEach((plane, c) => {
    const product = new Float32Array(size)
    for (let i = 0; i < size; i++) product[i] = (plane[i] ?? 0) * (sure[i] ?? 0)
    const near = blur({ width, height, data: product }, reach).data
    for (let i = 0; i < size; i++) {
      const a = alpha.data[i] ?? 0
      let value = estimate[i * 3 + c] ?? 0
      if (a >= 0.985) value = plane[i] ?? 0
      else if ((weight[i] ?? 0) > 0.004) {
        const pull = Math.min(1, (1 - a) * 1.25 + 0.05)
        value += ((near[i] ?? 0) / (weight[i] ?? 0) - value) * pull
      }
      out[i * 3 + c] = Math.max(0, Math.min(255, value * 255 + 0.5))
    }
  })
  return out
}
