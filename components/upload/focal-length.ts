/** What an EXIF block begins with in a JPEG, and mostly elsewhere (CIPA DC-008, 4.7.2). */
const EXIF = [0x45, 0x78, 0x69, 0x66, 0, 0] as const
const EXIF_IFD = 0x8769
const FOCAL_LENGTH_35MM = 0xa405
const ENTRY_BYTES = 12
const [SHORT, LONG] = [3, 4]

/**
 * The focal length that a camera wrote, in millimetres on 36 x 24 mm; null where the file says none. The server takes it
 * for the distance of the face, and a picture that a canvas encoded has lost it.
 */
export function readFocalLength(file: Uint8Array): number | null {
  for (let at = file.indexOf(EXIF[0]); at >= 0; at = file.indexOf(EXIF[0], at + 1)) {
    if (!EXIF.every((byte, index) => file[at + index] === byte)) continue
    try {
      const found = readFrom(new DataView(file.buffer, file.byteOffset + at + EXIF.length))
      if (found !== null) return found
    } catch (error) {
      // An entry points behind the end.
      if (!(error instanceof RangeError)) throw error
    }
  }
  return null
}

function readFrom(tiff: DataView): number | null {
  const order = tiff.getUint16(0)
  if (order !== 0x4949 && order !== 0x4d4d) return null
  const isLittle = order === 0x4949
  const valueOf = (ifd: number, tag: number): number | null => {
    for (let entry = 0; entry < tiff.getUint16(ifd, isLittle); entry += 1) {
      const at = ifd + 2 + entry * ENTRY_BYTES
      if (tiff.getUint16(at, isLittle) !== tag) continue
      return tag === EXIF_IFD ? tiff.getUint32(at + 8, isLittle) : tiff.getUint16(at + 8, isLittle)
    }
    return null
  }
  const exif = valueOf(tiff.getUint32(4, isLittle), EXIF_IFD)
  return exif === null ? null : valueOf(exif, FOCAL_LENGTH_35MM)
}

/** A JPEG with this focal length as all of its EXIF, right behind its first marker. */
export function withFocalLength(jpeg: Blob, millimetres: number): Blob {
  const segment = new DataView(new ArrayBuffer(54))
  segment.setUint16(0, 0xffe1)
  segment.setUint16(2, segment.byteLength - 2)
  EXIF.forEach((byte, index) => segment.setUint8(4 + index, byte))
  // Big-endian TIFF: a directory with the EXIF directory's place, and that with the one entry.
  const tiff = 10
  segment.setUint32(tiff, 0x4d4d002a)
  segment.setUint32(tiff + 4, 8)
  const writeDirectory = (at: number, [tag, type, value]: readonly [number, number, number]) => {
    segment.setUint16(at, 1)
    segment.setUint16(at + 2, tag)
    segment.setUint16(at + 4, type)
    segment.setUint32(at + 6, 1)
    segment.setUint32(at + 10, value)
  }
  writeDirectory(tiff + 8, [EXIF_IFD, LONG, 26])
  // A 16-bit value fills the first two of its four bytes.
  writeDirectory(tiff + 26, [FOCAL_LENGTH_35MM, SHORT, millimetres * 2 ** 16])
  return new Blob([jpeg.slice(0, 2), segment.buffer, jpeg.slice(2)], { type: jpeg.type })
}
