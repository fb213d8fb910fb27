import type { EncodeOptions } from '#studio/encode.ts'
import type { Pool } from '#studio/pool/pool.ts'
import { StudioError } from '#studio/studio-error.ts'
import type { UpscaleFactor } from './enlarge.ts'
import { tilesOf } from './tiles.ts'

/** What the result may have at most: 4x of our own headshots are 21 million. */
const LARGEST_PIXELS = 32_000_000

/** Tiles of one picture in the pool's queue at a time, so that other calls get their turn between them. */
const LANES = 4

export interface UpscaleOptions {
  signal?: AbortSignal
  /** 0 to 1. */
  onProgress?: (fraction: number) => void
}

export interface Upscaled {
  jpeg: Uint8Array
  width: number
  height: number
  /** Of `jpeg`, hexadecimal. */
  sha256: string
}

/**
 * A finished headshot at two or four times its size, its tiles spread over the pool's threads. The mark is the
 * headshot's own where it has one, else `words`.
 * @throws StudioError `unreadable_picture`, `picture_too_large`
 */
export async function upscalePicture(
  { call }: Pick<Pool, 'call'>,
  jpeg: Uint8Array,
  factor: UpscaleFactor,
  words: Pick<EncodeOptions, 'credit' | 'description'>,
  { signal, onProgress }: UpscaleOptions,
): Promise<Upscaled> {
  const opened = await call('open-picture', { bytes: jpeg }, signal)
  if (!opened) throw new StudioError('unreadable_picture', 'the bytes to enlarge are no picture')
  const { picture: source, mark } = opened
  const [width, height] = [source.width * factor, source.height * factor]
  if (width * height > LARGEST_PIXELS) {
    throw new StudioError('picture_too_large', `${width} x ${height} would be too many pixels`)
  }
  const target = new SharedArrayBuffer(width * height * 3)
  const tiles = tilesOf(source.width, source.height)
  const waiting = tiles.values()
  let done = 0
  onProgress?.(0)
  const stop = new AbortController()
  const ended = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal
  const lane = async (): Promise<void> => {
    for (const tile of waiting) {
      await call('upscale-tile', { source, target, tile, factor }, ended)
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
  const picture = { width, height, data: target }
  const encoded = await call('encode-picture', { picture, options: mark ?? words }, signal)
  onProgress?.(1)
  return { ...encoded, width, height }
}
