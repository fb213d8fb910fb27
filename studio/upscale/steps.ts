import * as tf from '@tensorflow/tfjs-core'
import { decodeUpright } from '#studio/export/decode.ts'
import { readMark } from '#studio/export/encode.ts'
import type { Mark } from '#studio/export/encode.ts'
import { valuesOf } from '#studio/nets/runtime.ts'
import type { Raster } from '#studio/picture/raster.ts'
import { enlarge } from './enlarge.ts'
import { TILE_REACH } from './factors.ts'
import type { UpscaleFactor } from './factors.ts'
import { loadDoubler } from './net.ts'

export interface OpenedPicture {
  picture: Raster
  /** The mark it bears. */
  mark: Mark | null
}

/** Any picture that sharp reads; null where the bytes are none. */
export async function openPicture(bytes: Uint8Array): Promise<OpenedPicture | null> {
  const picture = await decodeUpright(bytes).catch(() => null)
  return picture && { picture, mark: await readMark(bytes) }
}

/** Enlarges a tile that comes with its surroundings; answers its own pixels alone. */
export async function enlargeTile(
  { width, height, data }: Raster,
  factor: UpscaleFactor,
): Promise<Uint8Array> {
  const double = await loadDoubler()
  const margin = TILE_REACH * factor
  const own = [1, height * factor - 2 * margin, width * factor - 2 * margin, 3]
  const [values = new Float32Array()] = valuesOf(() => {
    const source = tf.tensor4d(Float32Array.from(data), [1, height, width, 3])
    return tf.slice(enlarge(source, factor, double), [0, margin, margin, 0], own)
  })
  return new Uint8Array(Uint8ClampedArray.from(values).buffer)
}
