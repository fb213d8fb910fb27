import type { Plane } from '#studio/raster.ts'
import { boxOf } from '#studio/box.ts'
import type { Box } from '#studio/box.ts'
import { byCode, noiseBySteps } from './noise-level.ts'
import type { Channel } from './noise-level.ts'
import { enlarged, halve, rowOf } from './soften.ts'
import type { Rows } from './soften.ts'

/** Interleaved 8-bit colours and their coverage. */
export interface Grainy {
  width: number
  height: number
  colours: Uint8Array
  /** 0..255; noise is measured where it is 255. */
  alpha: Uint8Array
}

/** Noise nobody sees, and noise that must go, as standard deviations in code values after the picture is lifted. */
const UNSEEN = 1.3 / 255
const DISTURBING = 3 / 255
/** What is left of luminance noise: skin without any of it looks like wax. */
const KEPT_LUMA = 0.18
const LUMA_RADIUS = 2
const CHROMA_RADIUS = 3
/** Variances up to this many times the noise's own count as noise. */
const TRUST = 1.4
/** Less than this share of a noise to take away is not worth the time. */
const LEAST_SHARE = 0.1
/** Pixels beside the subject that are cleaned with it: resizing mixes them into its edge. */
const MARGIN = 8

/** How much of a noise is to go, 0..1, when the picture will be made brighter by `lift`. */
function need(variance: number, lift: number): number {
  const t = (Math.sqrt(variance) * lift - UNSEEN) / (DISTURBING - UNSEEN)
  return Math.min(1, Math.max(0, t))
}

/** Means over (2r+1)² windows that shrink at the borders. */
interface Means {
  plane: Plane
  radius: number
  columns: Float64Array
  /** Sums of the columns before each; `radius` more on both sides, so that no window leaves them. */
  before: Float64Array
  /** One over the columns of each window. */
  share: Float64Array
  out: Float32Array
}

function meansOf(plane: Plane, radius: number): Means {
  const { width, height } = plane
  const share = new Float64Array(width)
  for (let x = 0; x < width; x++)
    share[x] = 1 / (Math.min(width - 1, x + radius) - Math.max(0, x - radius) + 1)
  const columns = new Float64Array(width)
  for (let row = 0; row < Math.min(radius, height); row++) addRow(columns, plane, row, 1)
  const before = new Float64Array(width + 2 * radius + 1)
  return { plane, radius, columns, before, share, out: new Float32Array(width) }
}

function addRow(columns: Float64Array, { data }: Plane, row: number, sign: 1 | -1): void {
  const from = row * columns.length
  for (let x = 0; x < columns.length; x++) columns[x] = (columns[x] ?? 0) + sign * (data[from + x] ?? 0)
}

/** One row of means; rows must be asked for one after the other, from the first. */
function meanRow({ plane, radius, columns, before, share, out }: Means, y: number): Float32Array {
  const { width, height } = plane
  if (y + radius < height) addRow(columns, plane, y + radius, 1)
  if (y > radius) addRow(columns, plane, y - radius - 1, -1)
  let sum = 0
  for (let x = 0; x < width; x++) {
    sum += columns[x] ?? 0
    before[x + radius + 1] = sum
  }
  before.fill(sum, width + radius + 1)
  const rows = Math.min(height - 1, y + radius) - Math.max(0, y - radius) + 1
  const span = 2 * radius + 1
  for (let x = 0; x < width; x++)
    out[x] = (((before[x + span] ?? 0) - (before[x] ?? 0)) * (share[x] ?? 0)) / rows
  return out
}

/** What one plane's filter goes by: noise and the share of it that is to go, by code value. */
interface Wiener {
  level: Float32Array
  noise: Float32Array
  share: Float32Array
  /** How far each window is drawn to its mean, 0..1, and that times the mean. */
  pull: Float32Array
  target: Float32Array
}

/**
 * Wiener filter of local windows, averaged over the windows a pixel lies in (Lee 1980; the form of He's guided filter):
 * where the picture varies by no more than its noise the mean stays, an edge stays whole.
 * @param noise its variance, and the `share` of it that is to go, by steps of brightness
 */
function filtered({ plane, level, radius }: Channel, noise: Float64Array, share: Float64Array): Float32Array {
  const { width, height, data } = plane
  const own = (values: Float32Array) => meansOf({ width, height, data: values }, radius)
  const squares = new Float32Array(data.length)
  for (let from = 0; from < data.length; from += width) squareRow(data, from, width, squares)
  const pull = new Float32Array(data.length)
  const target = new Float32Array(data.length)
  const wiener = { level, noise: byCode(noise), share: byCode(share), pull, target }
  const [mean, meanSquare] = [own(data), own(squares)]
  for (let y = 0; y < height; y++) judgeRow(wiener, y * width, meanRow(mean, y), meanRow(meanSquare, y))
  const [pulls, targets] = [own(pull), own(target)]
  // The squares have served.
  for (let y = 0; y < height; y++) pullRow(data, y * width, meanRow(pulls, y), meanRow(targets, y), squares)
  return squares
}

function squareRow(data: Float32Array, from: number, width: number, out: Float32Array): void {
  for (let i = from; i < from + width; i++) out[i] = (data[i] ?? 0) ** 2
}

function judgeRow(
  { level, noise, share, pull, target }: Wiener,
  from: number,
  mean: Float32Array,
  meanSquare: Float32Array,
): void {
  for (let x = 0, i = from; x < mean.length; x++, i++) {
    const middle = mean[x] ?? 0
    const variance = Math.max(1e-9, (meanSquare[x] ?? 0) - middle * middle)
    const code = ((level[i] ?? 0) * 255 + 0.5) | 0
    const own = (share[code] ?? 0) * Math.min(1, (TRUST * (noise[code] ?? 0)) / variance)
    pull[i] = own
    target[i] = own * middle
  }
}

function pullRow(
  data: Float32Array,
  from: number,
  pull: Float32Array,
  target: Float32Array,
  out: Float32Array,
): void {
  for (let x = 0, i = from; x < pull.length; x++, i++)
    out[i] = (data[i] ?? 0) * (1 - (pull[x] ?? 0)) + (target[x] ?? 0)
}

function lumaOf({ width, colours }: Grainy, box: Box): Plane {
  const data = new Float32Array(box.width * box.height)
  for (let y = 0; y < box.height; y++)
    lumaRow(
      colours,
      ((box.top + y) * width + box.left) * 3,
      data.subarray(y * box.width, (y + 1) * box.width),
    )
  return { width: box.width, height: box.height, data }
}

function lumaRow(colours: Uint8Array, from: number, out: Float32Array): void {
  for (let x = 0, at = from; x < out.length; x++, at += 3)
    out[x] =
      (0.299 * (colours[at] ?? 0) + 0.587 * (colours[at + 1] ?? 0) + 0.114 * (colours[at + 2] ?? 0)) / 255
}

/** Red (0) or blue (2) against luma, at half the size. */
function chromaOf({ width, colours }: Grainy, box: Box, luma: Plane, channel: 0 | 2): Plane {
  const own = new Float32Array(box.width * box.height)
  for (let y = 0; y < box.height; y++)
    channelRow(
      colours,
      ((box.top + y) * width + box.left) * 3 + channel,
      own.subarray(y * box.width, (y + 1) * box.width),
    )
  const plane = halve({ width: box.width, height: box.height, data: own })
  for (let i = 0; i < plane.data.length; i++) plane.data[i] = (plane.data[i] ?? 0) - (luma.data[i] ?? 0)
  return plane
}

function channelRow(colours: Uint8Array, from: number, out: Float32Array): void {
  for (let x = 0, at = from; x < out.length; x++, at += 3) out[x] = (colours[at] ?? 0) / 255
}

/**
 * Takes the noise of a selfie down before light and grade make it stronger: chroma noise goes, luminance noise keeps a
 * fifth. A clean picture comes back as it is, the same array.
 * @param lift how much brighter in code values the darker parts will become, 1 or more
 */
export function denoise(source: Grainy, lift: number): Uint8Array {
  const { width, height, colours, alpha } = source
  const box = boxOf({ width, height, data: alpha }, 0, MARGIN)
  const luma = lumaOf(source, box)
  const half = halve(luma)
  const sure = { alpha, from: box.top * width + box.left, right: 1, down: width }
  const light: Channel = { plane: luma, level: luma.data, radius: LUMA_RADIUS, sure }
  const noise = noiseBySteps(light)
  const share = noise.map((variance) => (1 - KEPT_LUMA) * need(variance, lift))
  const chroma = ([0, 2] as const).map((channel) => {
    const plane = chromaOf(source, box, half, channel)
    const inside = { ...sure, right: 2, down: 2 * width }
    const own: Channel = { plane, level: half.data, radius: CHROMA_RADIUS, sure: inside }
    const levels = noiseBySteps(own)
    return { own, levels, share: need(Math.max(...levels), lift * 2) }
  })
  if (Math.max(...share, ...chroma.map((own) => own.share)) < LEAST_SHARE) return colours
  const calm = filtered(light, noise, share)
  const [red, blue] = chroma.map((found) =>
    found.share < LEAST_SHARE ? null : { share: found.share, rows: calmChroma(found, box.width) },
  )
  const out = colours.slice()
  const none = new Float32Array(box.width)
  for (let y = 0; y < box.height; y++) {
    const row = y * box.width
    mergeRow(out, ((box.top + y) * width + box.left) * 3, {
      luma: luma.data.subarray(row, row + box.width),
      calm: calm.subarray(row, row + box.width),
      red: red ? rowOf(red.rows, y) : none,
      blue: blue ? rowOf(blue.rows, y) : none,
      redShare: red?.share ?? 0,
      blueShare: blue?.share ?? 0,
    })
  }
  return out
}

/** Chroma without its noise, at full size. */
function calmChroma({ own, levels }: { own: Channel; levels: Float64Array }, width: number): Rows {
  const all = new Float64Array(levels.length).fill(1)
  return enlarged({ ...own.plane, data: filtered(own, levels, all) }, width, 2)
}

/** One row's luma before and after, and its calm chroma with the share of it that is taken over. */
interface CalmRow {
  luma: Float32Array
  calm: Float32Array
  red: Float32Array
  blue: Float32Array
  redShare: number
  blueShare: number
}

function mergeRow(colours: Uint8Array, from: number, row: CalmRow): void {
  const { luma, calm, red, blue, redShare, blueShare } = row
  for (let x = 0, at = from; x < luma.length; x++, at += 3) {
    const u = (colours[at] ?? 0) / 255 - (luma[x] ?? 0)
    const v = (colours[at + 2] ?? 0) / 255 - (luma[x] ?? 0)
    const y = calm[x] ?? 0
    const newU = u + redShare * ((red[x] ?? 0) - u)
    const newV = v + blueShare * ((blue[x] ?? 0) - v)
    colours[at] = byteOf(y + newU)
    colours[at + 1] = byteOf(y - (0.299 * newU + 0.114 * newV) / 0.587)
    colours[at + 2] = byteOf(y + newV)
  }
}

function byteOf(code: number): number {
  const level = code * 255 + 0.5
  return level <= 0 ? 0 : level >= 255 ? 255 : level | 0
}
