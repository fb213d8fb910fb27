import sharp from 'sharp'
import type { Raster } from '#studio/raster.ts'
import type { Frame } from './frame.ts'
import type { Correction } from './perspective.ts'

/** Catmull-Rom weights for so many fractions between samples 1 and 2, four each: finer steps change no code value. */
const PHASES = 256
const WEIGHTS = new Float32Array((PHASES + 1) * 4)
for (let phase = 0; phase <= PHASES; phase++) {
  const t = phase / PHASES
  const t2 = t * t
  const t3 = t2 * t
  WEIGHTS.set(
    [-0.5 * t3 + t2 - 0.5 * t, 1.5 * t3 - 2.5 * t2 + 1, -1.5 * t3 + 2 * t2 + 0.5 * t, 0.5 * t3 - 0.5 * t2],
    phase * 4,
  )
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
  const { width, height } = frame
  const out = new Uint8Array(width * height * 3)
  const inside = new Uint8Array(width * height)
  // Where a row's pixels lie in the source, x and y in turn.
  const places = new Float32Array(width * 2)
  const line = new Float32Array(reduced.width * 3)
  for (let y = 0; y < height; y++) {
    placesOfRow(frame, y, shrink, correction, places)
    const row = out.subarray(y * width * 3, (y + 1) * width * 3)
    if (frame.acrossY === 0 && !isMoved(correction, y)) sampleLevelRow(reduced, places, line, row)
    else sampleRow(reduced, places, row)
    insideRow(reduced, places, inside.subarray(y * width, (y + 1) * width))
  }
  return { raster: { width, height, data: out }, inside }
}

function isMoved(correction: Correction | null, y: number): correction is Correction {
  return correction !== null && y >= correction.top && y <= correction.bottom
}

function placesOfRow(
  frame: Frame,
  y: number,
  shrink: number,
  correction: Correction | null,
  out: Float32Array,
): void {
  const { originX, originY, acrossX, acrossY, width } = frame
  for (let x = 0; x < width; x++) {
    out[2 * x] = (originX + x * acrossX - y * acrossY + 0.5) * shrink - 0.5
    out[2 * x + 1] = (originY + x * acrossY + y * acrossX + 0.5) * shrink - 0.5
  }
  if (!isMoved(correction, y)) return
  const shift = { x: 0, y: 0 }
  const last = Math.min(width - 1, Math.floor(correction.right))
  for (let x = Math.max(0, Math.ceil(correction.left)); x <= last; x++) {
    correction.shiftAt(x, y, shift)
    out[2 * x] = (out[2 * x] ?? 0) - (shift.x * acrossX - shift.y * acrossY) * shrink
    out[2 * x + 1] = (out[2 * x + 1] ?? 0) - (shift.x * acrossY + shift.y * acrossX) * shrink
  }
}

function insideRow({ width, height }: Raster, places: Float32Array, out: Uint8Array): void {
  for (let x = 0; x < out.length; x++) {
    const px = places[2 * x] ?? 0
    const py = places[2 * x + 1] ?? 0
    out[x] = px > -0.5 && py > -0.5 && px < width - 0.5 && py < height - 0.5 ? 1 : 0
  }
}

function sampleRow({ width, height, data }: Raster, places: Float32Array, out: Uint8Array): void {
  for (let x = 0, to = 0; to < out.length; x++, to += 3) {
    const cx = Math.min(width - 1, Math.max(0, places[2 * x] ?? 0))
    const cy = Math.min(height - 1, Math.max(0, places[2 * x + 1] ?? 0))
    const x1 = Math.floor(cx)
    const y1 = Math.floor(cy)
    const wx = Math.round((cx - x1) * PHASES) * 4
    const wy = Math.round((cy - y1) * PHASES) * 4
    const w0 = WEIGHTS[wx] ?? 0
    const w1 = WEIGHTS[wx + 1] ?? 0
    const w2 = WEIGHTS[wx + 2] ?? 0
    const w3 = WEIGHTS[wx + 3] ?? 0
    const left = Math.max(0, x1 - 1) * 3
    const middle = x1 * 3
    const right = Math.min(width - 1, x1 + 1) * 3
    const end = Math.min(width - 1, x1 + 2) * 3
    let r = 0
    let g = 0
    let b = 0
    for (let v = 0; v < 4; v++) {
      const row = Math.min(height - 1, Math.max(0, y1 + v - 1)) * width * 3
      const weight = WEIGHTS[wy + v] ?? 0
      const i = row + left
      const j = row + middle
      const k = row + right
      const l = row + end
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
    out[to] = r < 0 ? 0 : r > 255 ? 255 : r + 0.5
    out[to + 1] = g < 0 ? 0 : g > 255 ? 255 : g + 0.5
    out[to + 2] = b < 0 ? 0 : b > 255 ? 255 : b + 0.5
  }
}

/** As `sampleRow` where a row of the frame is level in the source: first down the columns into `line`, then along it. */
function sampleLevelRow(
  { width, height, data }: Raster,
  places: Float32Array,
  line: Float32Array,
  out: Uint8Array,
): void {
  const cy = Math.min(height - 1, Math.max(0, places[1] ?? 0))
  const y1 = Math.floor(cy)
  const wy = Math.round((cy - y1) * PHASES) * 4
  const stride = width * 3
  const above = Math.max(0, y1 - 1) * stride
  const middle = y1 * stride
  const below = Math.min(height - 1, y1 + 1) * stride
  const lowest = Math.min(height - 1, y1 + 2) * stride
  const [w0 = 0, w1 = 0, w2 = 0, w3 = 0] = WEIGHTS.subarray(wy, wy + 4)
  for (let k = 0; k < line.length; k++)
    line[k] =
      w0 * (data[above + k] ?? 0) +
      w1 * (data[middle + k] ?? 0) +
      w2 * (data[below + k] ?? 0) +
      w3 * (data[lowest + k] ?? 0)
  alongRow(line, places, out)
}

function alongRow(line: Float32Array, places: Float32Array, out: Uint8Array): void {
  const last = line.length / 3 - 1
  for (let x = 0, to = 0; to < out.length; x++, to += 3) {
    const cx = Math.min(last, Math.max(0, places[2 * x] ?? 0))
    const x1 = Math.floor(cx)
    const phase = Math.round((cx - x1) * PHASES) * 4
    const w0 = WEIGHTS[phase] ?? 0
    const w1 = WEIGHTS[phase + 1] ?? 0
    const w2 = WEIGHTS[phase + 2] ?? 0
    const w3 = WEIGHTS[phase + 3] ?? 0
    const i = Math.max(0, x1 - 1) * 3
    const j = x1 * 3
    const k = Math.min(last, x1 + 1) * 3
    const l = Math.min(last, x1 + 2) * 3
    for (let c = 0; c < 3; c++) {
      const value =
        w0 * (line[i + c] ?? 0) + w1 * (line[j + c] ?? 0) + w2 * (line[k + c] ?? 0) + w3 * (line[l + c] ?? 0)
      out[to + c] = value < 0 ? 0 : value > 255 ? 255 : value + 0.5
    }
  }
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
