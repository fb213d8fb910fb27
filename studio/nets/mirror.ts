/** The mirror image, left to right, of a square of so many pixels a side, row by row. */
export function mirrored<Pixels extends Uint8Array | Float32Array>(
  pixels: Pixels,
  side: number,
  channels: number,
): Pixels {
  // `map` takes new memory; `slice` would not, for a Buffer.
  return pixels.map((_, at) => {
    const column = Math.floor(at / channels) % side
    return pixels[at + channels * (side - 1 - 2 * column)] ?? 0
  }) as Pixels
}
