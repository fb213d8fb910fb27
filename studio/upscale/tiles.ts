import sharp from 'sharp'
import { encodeHeadshot, readMark, sha256Of } from '#studio/encode.ts'
import type { EncodeOptions, Mark } from '#studio/encode.ts'
import { TILE_REACH, enlarge } from './enlarge.ts'
import type { UpscaleFactor } from './enlarge.ts'
import { loadDoubler } from './net.ts'
import type { FloatRaster } from './resample.ts'

/** Interleaved 8-bit sRGB in memory that all threads see. */
export interface SharedPicture {
  width: number
  height: number
  data: SharedArrayBuffer
}

/** A part of the source; tiles touch and do not overlap. */
export interface Tile {
  left: number
  top: number
  width: number
  height: number
}

/** At 4x a tile's floats take about 80 MB while it is worked on. */
const TILE_SIDE = 192

/** The picture cut into tiles of nearly equal size, row by row. */
export function tilesOf(width: number, height: number, side = TILE_SIDE): Tile[] {
  const cuts = (length: number): number[] => {
    const count = Math.ceil(length / side)
    return Array.from({ length: count + 1 }, (_, i) => Math.round((i * length) / count))
  }
  const [xs, ys] = [cuts(width), cuts(height)]
  return ys.slice(1).flatMap((bottom, row) =>
    xs
      .slice(1)
      .map((right, column) => ({ left: xs[column] ?? 0, top: ys[row] ?? 0, right, bottom }))
      .map(({ left, top, right, bottom: end }) => ({ left, top, width: right - left, height: end - top })),
  )
}

/** Any picture that sharp reads, with the mark it bears; null where the bytes are none. */
export async function openPicture(
  bytes: Uint8Array,
): Promise<{ picture: SharedPicture; mark: Mark | null } | null> {
  const decoded = await sharp(bytes)
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
    .catch(() => null)
  if (decoded?.info.channels !== 3) return null
  const { width, height } = decoded.info
  const data = new SharedArrayBuffer(decoded.data.byteLength)
  new Uint8Array(data).set(decoded.data)
  return { picture: { width, height, data }, mark: await readMark(bytes) }
}

/** The finished file. */
export async function encodePicture(
  { width, height, data }: SharedPicture,
  options: EncodeOptions,
): Promise<{ jpeg: Uint8Array; sha256: string }> {
  // A copy: image libraries refuse views on shared memory.
  const jpeg = await encodeHeadshot({ width, height, data: new Uint8Array(data).slice() }, options)
  return { jpeg, sha256: sha256Of(jpeg) }
}

/** Enlarges one tile into its place in `target`, whose size is the source's times the factor. */
export async function upscaleTile(
  source: SharedPicture,
  target: SharedArrayBuffer,
  tile: Tile,
  factor: UpscaleFactor,
): Promise<void> {
  const reach = TILE_REACH[factor]
  const large = enlarge(withSurroundings(source, tile, reach), factor, await loadDoubler())
  const out = new Uint8ClampedArray(target)
  const stride = source.width * factor * 3
  const length = tile.width * factor * 3
  for (let y = 0; y < tile.height * factor; y++) {
    const from = ((y + reach * factor) * large.width + reach * factor) * 3
    out.set(
      large.data.subarray(from, from + length),
      (tile.top * factor + y) * stride + tile.left * factor * 3,
    )
  }
}

/** The tile and `reach` pixels round it; beyond the picture's edge its border is repeated. */
function withSurroundings(source: SharedPicture, tile: Tile, reach: number): FloatRaster {
  const pixels = new Uint8Array(source.data)
  const width = tile.width + 2 * reach
  const height = tile.height + 2 * reach
  const data = new Float32Array(width * height * 3)
  let to = 0
  for (let row = tile.top - reach; row < tile.top + tile.height + reach; row++) {
    const y = Math.min(source.height - 1, Math.max(0, row))
    for (let column = tile.left - reach; column < tile.left + tile.width + reach; column++) {
      const from = (y * source.width + Math.min(source.width - 1, Math.max(0, column))) * 3
      data[to++] = pixels[from] ?? 0
      data[to++] = pixels[from + 1] ?? 0
      data[to++] = pixels[from + 2] ?? 0
    }
  }
  return { width, height, data }
}
