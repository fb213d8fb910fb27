import exifReader from 'exif-reader'

/** What lenses have, from all-round to the longest: anything else is a broken or made-up entry. */
const LEAST_MM = 8
const MOST_MM = 1200

/**
 * The focal length that would show as much on 36x24 mm, millimetres, as the camera wrote it (EXIF
 * FocalLengthIn35mmFilm); null where it did not, or what it wrote cannot be read.
 */
export function focalLength35Of(exif: Uint8Array | undefined): number | null {
  if (!exif) return null
  try {
    const length: unknown = exifReader(Buffer.from(exif)).Photo?.FocalLengthIn35mmFilm
    return typeof length === 'number' && length >= LEAST_MM && length <= MOST_MM ? length : null
  } catch {
    return null
  }
}
