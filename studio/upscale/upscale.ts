import type { EncodeOptions } from '#studio/export/encode.ts'
import type { Raster } from '#studio/picture/raster.ts'
import { StudioError } from '#studio/pool/studio-error.ts'
import type { UpscaleFactor } from './factors.ts'
import type { EncodedPicture, OpenedPicture } from './steps.ts'
import { place, tilesOf, withSurroundings } from './tiles.ts'

/** What the result may have at most: 4x of our own headshots are 21 million. */
const LARGEST_PIXELS = 32_000_000

/** Tiles of one picture under way at a time: where steps are queued, other work gets its turn between them. */
const LANES = 4

/** The work itself, wherever it is done; see `steps.ts`. */
export interface UpscaleSteps {
  open: (bytes: Uint8Array, signal?: AbortSignal) => Promise<OpenedPicture | null>
  enlarge: (tile: Raster, factor: UpscaleFactor, signal?: AbortSignal) => Promise<Uint8Array>
  encode: (picture: Raster, options: EncodeOptions, signal?: AbortSignal) => Promise<EncodedPicture>
}

export interface UpscaleOptions {
  signal?: AbortSignal
  /** 0 to 1. */
  onProgress?: (fraction: number) => void
}

export interface Upscaled extends EncodedPicture {
  width: number
  height: number
}

/**
 * A finished headshot at two or four times its size, tile by tile. The mark is the headshot's own where it has one,
 * else `words`.
 * @throws StudioError `unreadable_picture`, `picture_too_large`
 */
export async function upscalePicture(
  { open, enlarge, encode }: UpscaleSteps,
  jpeg: Uint8Array,
  factor: UpscaleFactor,
  words: Pick<EncodeOptions, 'credit' | 'description'>,
  { signal, onProgress }: UpscaleOptions,
): Promise<Upscaled> {
  const opened = await open(jpeg, signal)
  if (!opened) throw new StudioError('unreadable_picture', 'the bytes to enlarge are no picture')
  const { picture: source, mark } = opened
  const [width, height] = [source.width * factor, source.height * factor]
  if (width * height > LARGEST_PIXELS) {
    throw new StudioError('picture_too_large', `${width} x ${height} would be too many pixels`)
  }
  const target = { width, height, data: new Uint8Array(width * height * 3) }
  const tiles = tilesOf(source.width, source.height)
  const waiting = tiles.values()
  let done = 0
  onProgress?.(0)
  const stop = new AbortController()
  const ended = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal
  const lane = async (): Promise<void> => {
    for (const tile of waiting) {
      place(target, tile, factor, await enlarge(withSurroundings(source, tile, factor), factor, ended))
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
  const encoded = await encode(target, mark ?? words, signal)
  onProgress?.(1)
  return { ...encoded, width, height }
}
