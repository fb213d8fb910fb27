import { sha256Of } from '#studio/export/encode.ts'
import type { EncodeOptions } from '#studio/export/encode.ts'
import type { Pool } from '#studio/pool/pool.ts'
import { StudioError } from '#studio/pool/studio-error.ts'
import type { StudioCalls } from '#studio/pool/worker.ts'
import type { UpscaleFactor } from './upscale/factors.ts'
import { bordered, place, tilesOf, withSurroundings } from './upscale/tiles.ts'

/** What the result may have at most: 4x of our own headshots are 21 million. */
const LARGEST_PIXELS = 32_000_000

/** Tiles of one picture under way at a time: where steps are queued, other work gets its turn between them. */
const LANES = 4

export interface UpscaleOptions {
  signal?: AbortSignal
  /** 0 to 1. */
  onProgress?: (fraction: number) => void
}

export interface Upscaled {
  jpeg: Uint8Array
  /** Of `jpeg`, hexadecimal. */
  sha256: string
  width: number
  height: number
}

/**
 * A finished headshot at two or four times its size, tile by tile. The mark is the headshot's own where it has one,
 * else `words`.
 * @throws StudioError `unreadable_picture`, `picture_too_large`
 */
export async function upscalePicture(
  { call }: Pool<StudioCalls>,
  jpeg: Uint8Array,
  factor: UpscaleFactor,
  words: Pick<EncodeOptions, 'credit' | 'description'>,
  { signal, onProgress }: UpscaleOptions,
): Promise<Upscaled> {
  const opened = await call('openPicture', [jpeg], signal)
  if (!opened) throw new StudioError('unreadable_picture', 'the bytes to enlarge are no picture')
  const { picture: source, mark } = opened
  const [width, height] = [source.width * factor, source.height * factor]
  if (width * height > LARGEST_PIXELS) {
    throw new StudioError('picture_too_large', `${width} x ${height} would be too many pixels`)
  }
  const target = { width, height, data: new Uint8Array(width * height * 3) }
  const wider = await bordered(source)
  const tiles = tilesOf(source.width, source.height)
  const waiting = tiles.values()
  let done = 0
  onProgress?.(0)
  const stop = new AbortController()
  const ended = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal
  const lane = async (): Promise<void> => {
    for (const tile of waiting) {
      const seen = await withSurroundings(wider, tile)
      place(target, tile, factor, await call('enlargeTile', [seen, factor], ended))
      onProgress?.(++done / (tiles.length + 1))
    }
  }
  try {
    await Promise.all(Array.from({ length: LANES }, lane))
  } catch (error) {
    // One tile that fails ends the others' turns as well.
    stop.abort(error)
    throw error
  }
  const large = await call('encodeHeadshot', [target, mark ?? words], signal)
  onProgress?.(1)
  return { jpeg: large, sha256: sha256Of(large), width, height }
}
