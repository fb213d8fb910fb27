import type { SELFIE_MEDIA_TYPES } from './limits.ts'

export type SelfieMediaType = (typeof SELFIE_MEDIA_TYPES)[number]

/** Bytes needed to identify the format. */
export const SNIFF_BYTES = 64

const PNG_START = '\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR'
/** Second marker of a JPEG: APPn, quantisation or Huffman tables, a comment, or a frame. */
const JPEG_SECOND_MARKER = /^[\xe0-\xef\xdb\xc4\xfe\xc0-\xc2]$/
/** HEVC in HEIF (ISO/IEC 23008-12, annex B); AV1 shares the box and is another codec. */
const HEIC_BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs'])
const HEIF_BRANDS = new Set(['mif1', 'msf1', 'mif2'])

/** The image format by the first bytes; declared name and type do not count. */
export function sniffSelfie(head: Uint8Array): SelfieMediaType | undefined {
  const text = String.fromCharCode(...head.subarray(0, SNIFF_BYTES))
  if (text.startsWith('\xff\xd8\xff') && JPEG_SECOND_MARKER.test(text.charAt(3))) return 'image/jpeg'
  if (text.startsWith(PNG_START)) return 'image/png'
  if (text.startsWith('RIFF') && /^WEBPVP8[ LX]$/.test(text.slice(8, 16))) return 'image/webp'
  if (text.slice(4, 8) === 'ftyp') return sniffHeif(head, text)
  return undefined
}

function sniffHeif(head: Uint8Array, text: string): SelfieMediaType | undefined {
  const boxBytes = new DataView(head.buffer, head.byteOffset, head.byteLength).getUint32(0)
  if (boxBytes < 16 || boxBytes > 4096) return undefined
  const major = text.slice(8, 12)
  const compatible = text.slice(16, Math.min(boxBytes, text.length)).match(/.{4}/gs) ?? []
  if (HEIC_BRANDS.has(major)) return 'image/heic'
  if (!HEIF_BRANDS.has(major)) return undefined
  return compatible.some((brand) => HEIC_BRANDS.has(brand)) ? 'image/heif' : undefined
}
