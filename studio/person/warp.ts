import sharp from 'sharp'
import type { Raster } from '#studio/raster.ts'
import type { Frame } from './frame.ts'
import type { Correction } from './perspective.ts'

/** Catmull-Rom weights for a fraction t between samples 1 and 2. */
function cubicWeights(t: number, out: Float32Array): void {
  const t2 = t * t
  const t3 = t2 * t
  out[0] = -0.5 * t3 + t2 - 0.5 * t
  out[1] = 1.5 * t3 - 2.5 * t2 + 1
  out[2] = -1.5 * t3 + 2 * t2 + 0.5 * t
  out[3] = 0.5 * t3 - 0.5 * t2
}

/**
 * The framed picture; pixels beyond the source repeat its edge and are 0 in `inside`.
 * @param correction of the face's perspective, in the frame's pixels
 */
export async function warp(
  source: Raster,
  frame: Frame,
  correction: Correction | null = null,
): Promise<{ raster: Raster; inside: Uint8Array }> {
  const { raster: reduced, shrink } = await reducedFor(frame, source)
  const { width, height, data } = reduced
  const out = new Uint8Array(frame.width * frame.height * 3)
  const inside = new Uint8Array(frame.width * frame.height)
  const wx = new Float32Array(4)
  const wy = new Float32Array(4)
  const shift = { x: 0, y: 0 }
  for (let y = 0; y < frame.height; y++) {
    const moves = correction !== null && y >= correction.top && y <= correction.bottom
    for (let x = 0; x < frame.width; x++) {
      let fx = x
      let fy = y
      if (moves && x >= correction.left && x <= correction.right) {
        correction.shiftAt(x, y, shift)
        fx -= shift.x
        fy -= shift.y
      }
      const px = (frame.originX + fx * frame.acrossX - fy * frame.acrossY + 0.5) * shrink - 0.5
      const py = (frame.originY + fx * frame.acrossY + fy * frame.acrossX + 0.5) * shrink - 0.5
      const index = y * frame.width + x
      if (px > -0.5 && py > -0.5 && px < width - 0.5 && py < height - 0.5) inside[index] = 1
      const cx = Math.min(width - 1, Math.max(0, px))
      const cy = Math.min(height - 1, Math.max(0, py))
      const x1 = Math.floor(cx)
      const y1 = Math.floor(cy)
      cubicWeights(cx - x1, wx)
      cubicWeights(cy - y1, wy)
      const x0 = Math.max(0, x1 - 1) * 3
      const x2 = Math.min(width - 1, x1 + 1) * 3
      const x3 = Math.min(width - 1, x1 + 2) * 3
      const w0 = wx[0] ?? 0
      const w1 = wx[1] ?? 0
      const w2 = wx[2] ?? 0
      const w3 = wx[3] ?? 0
      let r = 0
      let g = 0
      let b = 0
      for (let v = 0; v < 4; v++) {
        const row = Math.min(height - 1, Math.max(0, y1 + v - 1)) * width * 3
        const weight = wy[v] ?? 0
        const i = row + x0
        const j = row + x1 * 3
        const k = row + x2
        const l = row + x3
        r += weight * (w0 * (data[i] ?? 0) + w1 * (data[j] ?? 0) + w2 * (data[k] ?? 0) + w3 * (data[l] ?? 0))
        g +=
          weight *
          (w0 * (data[i + 1] ?? 0) +
            w1 * (data[j + 1] ?? 0) +
            w2 * (data[k + 1] ?? 0) +
            w3 * (data[l + 1] ?? 0))
        b +=
          weight *
          (w0 * (data[i + 2] ?? 0) +
            w1 * (data[j + 2] ?? 0) +
            w2 * (data[k + 2] ?? 0) +
            w3 * (data[l + 2] ?? 0))
      }
      const to = index * 3
      out[to] = r < 0 ? 0 : r > 255 ? 255 : r + 0.5
      out[to + 1] = g < 0 ? 0 : g > 255 ? 255 : g + 0.5
      out[to + 2] = b < 0 ? 0 : b > 255 ? 255 : b + 0.5
    }
  }
  return { raster: { width: frame.width, height: frame.height, data: out }, inside }
}

/** The source with a proper low-pass where the frame shows it smaller: the cubic only turns and shifts. */
async function reducedFor(frame: Frame, source: Raster): Promise<{ raster: Raster; shrink: number }> {
  const scale = Math.hypot(frame.acrossX, frame.acrossY)
  if (scale <= 1.02) return { raster: source, shrink: 1 }
  const { width, height } = source
  const { data, info } = await sharp(source.data, { raw: { width, height, channels: 3 } })
    .resize(Math.max(1, Math.round(width / scale)), Math.max(1, Math.round(height / scale)), {
      kernel: 'lanczos3',
      fit: 'fill',
    })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { raster: { width: info.width, height: info.height, data }, shrink: info.width / width }
}
