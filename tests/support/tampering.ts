/** The same file with one bit of its picture flipped: near the end, where only pixels are. */
export function withChangedPixel(file: Buffer): Buffer {
  return turned(file, file.length - 100)
}

/** The same file with one bit of its manifest turned, in what the claim says. */
export function withChangedManifest(file: Buffer): Buffer {
  return turned(file, file.indexOf('c2pa.claim') + 'c2pa.claim.v2'.length + 60)
}

function turned(file: Buffer, at: number): Buffer {
  const changed = Buffer.from(file)
  changed[at] = (changed[at] ?? 0) ^ 0x10
  return changed
}
