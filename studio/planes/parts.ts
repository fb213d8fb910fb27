import { kernels, withRoom } from '#studio/kernels/kernels.ts'

/** Connected parts (four neighbours) of a mask, as lists of pixels. */
export function partsOf(mask: Uint8Array, width: number): number[][] {
  const seen = new Uint8Array(mask.length)
  const found: number[][] = []
  for (let start = 0; start < mask.length; start++) {
    if (!(mask[start] ?? 0) || (seen[start] ?? 0)) continue
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
    found.push(part)
  }
  return found
}

/** 1 on the connected part of the mask that holds the seed pixels, 0 elsewhere. */
export function connectedTo(
  mask: Uint8Array,
  seeds: Float32Array,
  width: number,
  height: number,
): Uint8Array {
  return withRoom((room) => {
    const out = room.zeroBytes(mask.length)
    const stack = room.bytes(mask.length * 4)
    kernels.connectedTo(room.put(mask), room.put(seeds), width, height, out, stack)
    return room.takeBytes(out, mask.length)
  })
}
