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
