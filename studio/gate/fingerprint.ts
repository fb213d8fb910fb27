import { deltaE2000, LINEAR_OF_BYTE, labOf } from '#studio/picture/color.ts'
import type { Lab } from '#studio/picture/color.ts'
import { hashDistance, hashSquare, wholeSquare } from '#studio/intake/perceptual-hash.ts'
import type { Square } from '#studio/nets/crop.ts'
import type { Raster } from '#studio/picture/raster.ts'
import { resized } from '#studio/picture/resized.ts'
import { ALIKE } from './limits.ts'

const HASH_DIGITS = 16
const COLUMNS = 4
const ROWS = 5
const FINGERPRINT = new RegExp(`^[0-9a-f]{${2 * HASH_DIGITS + 6 * COLUMNS * ROWS}}$`)

/**
 * A headshot's fingerprint, hexadecimal: the perceptual hash of the upright face, that of the whole picture, and the
 * mean colours of 4x5 cells. Hashes capture shapes alone, cells capture light and backdrop alone.
 */
export async function fingerprintOf(raster: Raster, face: Square): Promise<string> {
  const hashes = [hashSquare(raster, face), hashSquare(raster, wholeSquare(raster))]
  const digits = hashes.map((hash) => hash.toString(16).padStart(HASH_DIGITS, '0'))
  const cells = await resized({ ...raster, channels: 3 }, { width: COLUMNS, height: ROWS })
  return digits.join('') + Buffer.from(cells).toString('hex')
}

/**
 * How far two pictures are apart, in the largest difference that one and the same picture shows after a slight crop or
 * grade: up to 1 they may be copies. Shapes of face and whole picture and colours each count, the farthest alone.
 * @throws RangeError when one is no fingerprint
 */
export function fingerprintDistance(one: string, other: string): number {
  for (const fingerprint of [one, other])
    if (!FINGERPRINT.test(fingerprint)) throw new RangeError(`"${fingerprint}" is no fingerprint`)
  const hashAt = (print: string, from: number) => BigInt(`0x${print.slice(from, from + HASH_DIGITS)}`)
  const bits = (from: number): number => hashDistance(hashAt(one, from), hashAt(other, from))
  const others = cellsOf(other)
  const deltas = cellsOf(one).map((cell, i) => deltaE2000(cell, others[i] ?? cell))
  const toneDelta = deltas.reduce((sum, delta) => sum + delta, 0) / deltas.length
  return Math.max(bits(0) / ALIKE.faceBits, bits(HASH_DIGITS) / ALIKE.wholeBits, toneDelta / ALIKE.toneDelta)
}

function cellsOf(fingerprint: string): Lab[] {
  const bytes = Buffer.from(fingerprint.slice(2 * HASH_DIGITS), 'hex')
  const linear = (index: number): number => LINEAR_OF_BYTE[bytes[index] ?? 0] ?? 0
  return Array.from({ length: COLUMNS * ROWS }, (_, cell) =>
    labOf(linear(3 * cell), linear(3 * cell + 1), linear(3 * cell + 2)),
  )
}
