import { kernels, withRoom } from '#studio/kernels/kernels.ts'

/**
 * Distance in pixels from each pixel to the nearest one where `inside` holds (0 there),
 * chamfer 1 / √2: within 8 % of Euclid's, enough for bands of tens of pixels.
 */
export function distanceTo(inside: Uint8Array, width: number, height: number): Float32Array {
  return withRoom((room) => {
    const out = room.floats(width * height)
    kernels.distanceTo(room.put(inside), width, height, out)
    return room.takeFloats(out, width * height)
  })
}
