import { createHash } from 'node:crypto'
import sharp from 'sharp'
import type { Raster } from '#studio/picture/raster.ts'

/** IPTC NewsCodes, Digital Source Type (cv.iptc.org): a photograph in which trained algorithms made or changed parts. */
export const DIGITAL_SOURCE_TYPE =
  'http://cv.iptc.org/newscodes/digitalsourcetype/compositeWithTrainedAlgorithmicMedia'

/** What the file says of its own making. */
export interface Mark {
  digitalSourceType: string
  /** IPTC Credit Line. */
  credit: string
  /** One sentence that discloses the use of AI. */
  description: string
}

export interface EncodeOptions extends Omit<Mark, 'digitalSourceType'> {
  /** What another engine says of its pictures; `DIGITAL_SOURCE_TYPE` by default. */
  digitalSourceType?: string
  /** Written as the JFIF density; none by default. */
  densityDpi?: number | null
  /** 93 by default. */
  jpegQuality?: number
}

const JPEG_QUALITY = 93

/** A JPEG with full chroma, an sRGB profile, the mark in XMP, and no EXIF at all. */
export async function encodeHeadshot(raster: Raster, options: EncodeOptions): Promise<Uint8Array> {
  const { densityDpi, jpegQuality: quality = JPEG_QUALITY, ...mark } = options
  const raw = { width: raster.width, height: raster.height, channels: 3 } as const
  const jpeg = await sharp(raster.data, { raw })
    .withIccProfile('srgb')
    .withXmp(markAsXmp({ digitalSourceType: DIGITAL_SOURCE_TYPE, ...mark }))
    .jpeg({ quality, chromaSubsampling: '4:4:4', mozjpeg: false })
    .toBuffer()
  return densityDpi ? withDensity(jpeg, densityDpi) : jpeg
}

/** SHA-256 of a finished file, hexadecimal. */
export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/**
 * The JPEG with a JFIF header (T.871, 10.1) that tells the density, as the first segment after the start of image.
 * libvips writes none when it leaves out EXIF.
 */
function withDensity(jpeg: Buffer, densityDpi: number): Buffer {
  const header = Buffer.from('ffe000104a46494600010201000000000000', 'hex')
  header.writeUInt16BE(densityDpi, 12)
  header.writeUInt16BE(densityDpi, 14)
  return Buffer.concat([jpeg.subarray(0, 2), header, jpeg.subarray(2)])
}

function markAsXmp(mark: Mark): string {
  return `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
${markAsRdf(mark)}
 </rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>`
}

/** The mark as one `rdf:Description`, for packets that hold further descriptions. */
export function markAsRdf(mark: Mark): string {
  return `  <rdf:Description rdf:about=""
    xmlns:dc="http://purl.org/dc/elements/1.1/"
    xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
    xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/">
   <Iptc4xmpExt:DigitalSourceType>${escape(mark.digitalSourceType)}</Iptc4xmpExt:DigitalSourceType>
   <photoshop:Credit>${escape(mark.credit)}</photoshop:Credit>
   <dc:description><rdf:Alt><rdf:li xml:lang="x-default">${escape(mark.description)}</rdf:li></rdf:Alt></dc:description>
  </rdf:Description>`
}

const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' } as const

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => ENTITIES[sign as keyof typeof ENTITIES])
}

function unescape(text: string): string {
  return Object.entries(ENTITIES)
    .reverse()
    .reduce((result, [sign, entity]) => result.replaceAll(entity, sign), text)
}

async function readXmp(bytes: Uint8Array): Promise<string> {
  return (await sharp(bytes).metadata()).xmp?.toString('utf8') ?? ''
}

/** The mark of a picture file, or null when the file has no mark or is no picture. */
export async function readMark(bytes: Uint8Array): Promise<Mark | null> {
  const xmp = await readXmp(bytes).catch(() => '')
  const digitalSourceType = between(xmp, /<Iptc4xmpExt:DigitalSourceType>([^<]*)</)
  if (digitalSourceType === null) return null
  return {
    digitalSourceType,
    credit: between(xmp, /<photoshop:Credit>([^<]*)</) ?? '',
    description: between(xmp, /<dc:description>\s*<rdf:Alt>\s*<rdf:li[^>]*>([^<]*)</) ?? '',
  }
}

function between(xmp: string, pattern: RegExp): string | null {
  const found = pattern.exec(xmp)?.[1]
  return found === undefined ? null : unescape(found)
}
