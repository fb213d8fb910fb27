import sharp from 'sharp'
import type { Box } from './box.ts'
import type { Size } from './raster.ts'

/** Colours or coverage, interleaved. */
interface Bytes extends Size {
  channels: 1 | 3
  data: Uint8Array
}

/** A part of a picture, by default all of it, by cubic resampling. */
export async function resized(
  { data, width, height, channels }: Bytes,
  to: Size,
  box: Box = { left: 0, top: 0, width, height },
): Promise<Uint8Array> {
  const input = sharp(data, { raw: { width, height, channels } }).extract(box)
  const scaled =
    box.width === to.width && box.height === to.height
      ? input
      : input.resize(to.width, to.height, { fit: 'fill', kernel: 'cubic' })
  return (channels === 1 ? scaled.toColourspace('b-w') : scaled).raw().toBuffer()
}
