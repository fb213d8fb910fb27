/** The connected part (four neighbours) of a mask that contains a pixel, in `room`; marks the part as seen. */
function partFrom(start: number, mask: Uint8Array, width: number, seen: Uint8Array, room: Int32Array) {
  let count = 0
  const meet = (i: number) => {
    if (!(mask[i] ?? 0) || (seen[i] ?? 0)) return
    seen[i] = 1
    room[count++] = i
  }
  meet(start)
  for (let k = 0; k < count; k++) {
    const i = room[k] ?? 0
    const x = i % width
    meet(i - width)
    meet(i + width)
    if (x > 0) meet(i - 1)
    if (x < width - 1) meet(i + 1)
  }
  return room.subarray(0, count)
}

/** Connected parts of a mask, as lists of pixels. */
export function partsOf(mask: Uint8Array, width: number): number[][] {
  const [seen, room] = [new Uint8Array(mask.length), new Int32Array(mask.length)]
  const found: number[][] = []
  for (let i = 0; i < mask.length; i++)
    if ((mask[i] ?? 0) && !(seen[i] ?? 0)) found.push([...partFrom(i, mask, width, seen, room)])
  return found
}

/** 1 on the connected parts of the mask that hold a seed above a half, 0 elsewhere. */
export function connectedTo(mask: Uint8Array, seeds: Float32Array, width: number): Uint8Array {
  const [own, room] = [new Uint8Array(mask.length), new Int32Array(mask.length)]
  for (let i = 0; i < mask.length; i++)
    if ((seeds[i] ?? 0) > 0.5 && (mask[i] ?? 0) && !(own[i] ?? 0)) partFrom(i, mask, width, own, room)
  return own
}

/** The longer side of the rectangle about some pixels. */
export function extentOf(pixels: readonly number[], width: number): number {
  const spread = (values: readonly number[]) =>
    values.reduce((most, value) => Math.max(most, value), -Infinity) -
    values.reduce((least, value) => Math.min(least, value), Infinity)
  return Math.max(spread(pixels.map((i) => i % width)), spread(pixels.map((i) => Math.floor(i / width)))) + 1
}
