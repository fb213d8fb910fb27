/** The connected part (four neighbours) of a mask that a pixel of it belongs to; marks it as seen. */
function partFrom(start: number, mask: Uint8Array, width: number, seen: Uint8Array): number[] {
  const part = [start]
  seen[start] = 1
  for (let k = 0; k < part.length; k++) {
    const i = part[k] ?? 0
    const x = i % width
    for (const j of [i - width, i + width, x > 0 ? i - 1 : -1, x < width - 1 ? i + 1 : -1]) {
      if (!(mask[j] ?? 0) || (seen[j] ?? 0)) continue
      seen[j] = 1
      part.push(j)
    }
  }
  return part
}

/** Connected parts of a mask, as lists of pixels. */
export function partsOf(mask: Uint8Array, width: number): number[][] {
  const seen = new Uint8Array(mask.length)
  const found: number[][] = []
  for (let i = 0; i < mask.length; i++)
    if ((mask[i] ?? 0) && !(seen[i] ?? 0)) found.push(partFrom(i, mask, width, seen))
  return found
}

/** 1 on the connected parts of the mask that hold a seed above a half, 0 elsewhere. */
export function connectedTo(mask: Uint8Array, seeds: Float32Array, width: number): Uint8Array {
  const own = new Uint8Array(mask.length)
  for (let i = 0; i < mask.length; i++)
    if ((seeds[i] ?? 0) > 0.5 && (mask[i] ?? 0) && !(own[i] ?? 0)) partFrom(i, mask, width, own)
  return own
}
