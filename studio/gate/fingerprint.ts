import { LINEAR_OF_BYTE, labOf } from '#studio/picture/color.ts'
import type { Lab } from '#studio/picture/color.ts'
import { hashDistance, hashSquare, wholeSquare } from '#studio/intake/perceptual-hash.ts'
import { deltaE2000 } from '#studio/measure/skin-tone.ts'
import type { Square } from '#studio/nets/crop.ts'
import type { Raster } from '#studio/picture/raster.ts'
import { ALIKE } from './limits.ts'

const HASH_DIGITS = 16
const COLUMNS = 4
const ROWS = 5
const FINGERPRINT = new RegExp(`^[0-9a-f]{${2 * HASH_DIGITS + 6 * COLUMNS * ROWS}}$`)

/**
 * What a headshot looks like, in hexadecimal: the perceptual hash of the upright face, that of the whole picture, and
 * the mean colours of 4x5 cells. Hashes see shapes alone, cells see light and backdrop alone.
 */
export function fingerprintOf(raster: Raster, face: Square): string {
  const hashes = [hashSquare(raster, face), hashSquare(raster, wholeSquare(raster))]
  const digits = hashes.map((hash) => hash.toString(16).padStart(HASH_DIGITS, '0'))
  return digits.join('') + Buffer.from(cellColours(raster)).toString('hex')
}

/**
 * How far two pictures are apart, in the largest difference that one and the same picture shows after a slight crop or
 * grade: up to 1 they may be copies. Shapes of face and whole picture and colours each count, the farthest alone.
 * @throws RangeError when one is no fingerprint
 */
export function fingerprintDistance(one: string, other: string): number {
  const difference = compareFingerprints(one, other)
  return Math.max(
    difference.faceBits / ALIKE.faceBits,
    difference.wholeBits / ALIKE.wholeBits,
    difference.toneDelta / ALIKE.toneDelta,
  )
}

function compareFingerprints(
  one: string,
  other: string,
): { faceBits: number; wholeBits: number; toneDelta: number } {
  for (const fingerprint of [one, other])
    if (!FINGERPRINT.test(fingerprint)) throw new RangeError(`"${fingerprint}" is no fingerprint`)
  const bits = (from: number): number => hashDistance(hashAt(one, from), hashAt(other, from))
  const [cells, others] = [cellsOf(one), cellsOf(other)]
  const deltas = cells.map((cell, i) => deltaE2000(cell, others[i] ?? cell))
  return {
    faceBits: bits(0),
    wholeBits: bits(HASH_DIGITS),
    toneDelta: deltas.reduce((sum, delta) => sum + delta, 0) / deltas.length,
  }
}

function hashAt(fingerprint: string, from: number): bigint {
  return BigInt(`0x${fingerprint.slice(from, from + HASH_DIGITS)}`)
}

function cellsOf(fingerprint: string): Lab[] {
  const bytes = Buffer.from(fingerprint.slice(2 * HASH_DIGITS), 'hex')
  const linear = (index: number): number => LINEAR_OF_BYTE[bytes[index] ?? 0] ?? 0
  return Array.from({ length: COLUMNS * ROWS }, (_, cell) =>
    labOf(linear(3 * cell), linear(3 * cell + 1), linear(3 * cell + 2)),
  )
}

/** Pixels between those that the mean of a cell is taken over. */
const CELL_STEP = 4

/** Mean code values of each cell, row by row. */
function cellColours({ width, height, data }: Raster): Uint8Array {
  const sums = new Float64Array(COLUMNS * ROWS * 3)
  const counts = new Float64Array(COLUMNS * ROWS)
  for (let y = 0; y < height; y += CELL_STEP) {
    const row = Math.floor((y * ROWS) / height) * COLUMNS
    for (let column = 0; column < COLUMNS; column++) {
      const from = Math.ceil((column * width) / COLUMNS / CELL_STEP) * CELL_STEP
      const to = ((column + 1) * width) / COLUMNS
      const line = data.subarray(3 * (y * width + from), 3 * (y * width + Math.ceil(to)))
      counts[row + column] = (counts[row + column] ?? 0) + addLine(line, sums, 3 * (row + column))
    }
  }
  return Uint8Array.from(sums, (sum, i) => Math.round(sum / (counts[Math.floor(i / 3)] ?? 1)))
}

/** Adds the colours of a line, one pixel of `CELL_STEP`, to three sums; how many they were. */
function addLine(line: Uint8Array, sums: Float64Array, to: number): number {
  let count = 0
  for (let at = 0; at < line.length; at += 3 * CELL_STEP, count++)
    for (let c = 0; c < 3; c++) sums[to + c] = (sums[to + c] ?? 0) + (line[at + c] ?? 0)
  return count
}
