import exifReader from 'exif-reader'
import sharp from 'sharp'
import type { OutputInfo, Sharp, SharpOptions } from 'sharp'
import type { Raster, Size } from '#studio/picture/raster.ts'
import { codePointsOf, differsFromSrgb, isHighDynamicRange, toSrgbByCodePoints } from './code-points.ts'
import type { CodePoints, DeepRaster } from './code-points.ts'
import { openHeic } from './heic.ts'
import { isSrgb, toSrgb } from './profile.ts'
import type { RejectReason } from './reasons.ts'
import { LIMITS } from './thresholds.ts'

/** A picture, or the reason why the bytes are none. */
export type Decoded =
  | {
      raster: Raster
      /** As the camera wrote it, for 36x24 mm; null where it did not. */
      focalLength35Mm: number | null
      reason: null
    }
  | { raster: null; reason: RejectReason }

type Format = 'jpeg' | 'png' | 'webp' | 'heic'

const HEIC_BRANDS = ['heic', 'heix', 'hevc', 'hevx', 'heim', 'heis', 'mif1', 'msf1']

/** The format by the first bytes, not by the file's name. AVIF shares HEIF's box but not its codec. */
export function sniffFormat(bytes: Uint8Array): Format | null {
  const text = (from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to))
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg'
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'webp'
  if (text(4, 8) === 'ftyp' && HEIC_BRANDS.includes(text(8, 12)) && !text(8, 64).includes('avif'))
    return 'heic'
  return null
}

/**
 * Decodes any bytes: upright by EXIF, in sRGB, at most 3000 px on the longer side. Never throws.
 * Size and pixel count are checked from the header, before any pixel is decoded.
 */
export async function decodeSelfie(bytes: Uint8Array): Promise<Decoded> {
  if (bytes.byteLength > LIMITS.fileBytes) return refuse('file_too_large')
  const format = sniffFormat(bytes)
  if (!format) return refuse(bytes.byteLength === 0 ? 'unreadable' : 'unsupported_format')
  try {
    return format === 'heic' ? await decodeHeif(bytes) : await decodeCommon(bytes)
  } catch {
    return refuse('unreadable')
  }
}

function refuse(reason: RejectReason): Decoded {
  return { raster: null, reason }
}

function judgeSize(width: number, height: number): RejectReason | null {
  if (width * height > LIMITS.pixels) return 'too_many_pixels'
  // Below this no net can read the picture; from here to the product's own bound a face still gives further reasons.
  if (Math.min(width, height) < LIMITS.readableSidePx) return 'too_small'
  return null
}

async function decodeCommon(bytes: Uint8Array): Promise<Decoded> {
  // The bound on pixels is judged below, with its own reason; sharp's is only a net underneath.
  const header = await sharp(bytes, { limitInputPixels: false }).metadata()
  const reason = judgeSize(header.width, header.height)
  if (reason) return refuse(reason)
  const points = numbersOf(codePointsOf(bytes, header.icc), header.icc)
  const image = sharp(...ended(bytes, { ignoreIcc: points !== null }))
    .autoOrient()
    .flatten({ background: '#808080' })
  const raster = points ? toSrgbByCodePoints(await boundedDeep(image), points) : await bounded(image)
  return { raster, focalLength35Mm: focalLength35Of(header.exif), reason: null }
}

const MARKER = { scan: '\xff\xda', end: '\xff\xd9' } as const

/**
 * A JPEG whose last bytes were lost is given its end marker: with it the decoder can tell, by a warning, whether pixels are missing too.
 */
function ended(bytes: Uint8Array, options: SharpOptions): [Uint8Array, SharpOptions] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const limits: SharpOptions = { ...options, limitInputPixels: LIMITS.pixels, sequentialRead: true }
  // Neither marker is ever among a scan's own bytes.
  const isWhole =
    file.lastIndexOf(MARKER.end, undefined, 'latin1') > file.lastIndexOf(MARKER.scan, undefined, 'latin1')
  if (isWhole || sniffFormat(bytes) !== 'jpeg') return [bytes, { ...limits, failOn: 'error' }]
  return [Buffer.concat([file, Buffer.from(MARKER.end, 'latin1')]), { ...limits, failOn: 'warning' }]
}

/** The numbers that tell a picture's colours; null where its profile does, or they are those of sRGB. */
function numbersOf(points: CodePoints | null, profile: Uint8Array | undefined): CodePoints | null {
  if (!points || !differsFromSrgb(points)) return null
  // A profile says it better, but none can say what to do with light beyond white.
  return profile && !isHighDynamicRange(points) ? null : points
}

/**
 * The end of every path: bounded in size, three channels of eight bits. Time is bounded by the process it runs in, which
 * counts what the processor did: by the clock, a busy machine would make a good file unreadable.
 */
async function bounded(image: Sharp): Promise<Raster> {
  const { data, info } = await limited(image)
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  return { ...threeChannels(info), data: new Uint8Array(data.buffer, data.byteOffset, data.length) }
}

/** The same with sixteen bits, in the picture's own colours. */
async function boundedDeep(image: Sharp): Promise<DeepRaster> {
  const { data, info } = await limited(image)
    .toColourspace('rgb16')
    .raw({ depth: 'ushort' })
    .toBuffer({ resolveWithObject: true })
  return { ...threeChannels(info), data: new Uint16Array(data.buffer, data.byteOffset, data.length / 2) }
}

function limited(image: Sharp): Sharp {
  return image.resize({
    width: LIMITS.decodedSidePx,
    height: LIMITS.decodedSidePx,
    fit: 'inside',
    withoutEnlargement: true,
  })
}

function threeChannels({ width, height, channels }: OutputInfo): Size {
  if (channels !== 3) throw new Error(`expected 3 channels, got ${channels}`)
  return { width, height }
}

async function decodeHeif(bytes: Uint8Array): Promise<Decoded> {
  const picture = await openHeic(bytes)
  if (!picture) return refuse('unreadable')
  const { width, height, codedPixels } = picture
  if (codedPixels > LIMITS.pixels) return refuse('too_many_pixels')
  const reason = judgeSize(width, height)
  if (reason) return refuse(reason)
  const { icc, exif } = await sharp(bytes, { limitInputPixels: false }).metadata()
  const points = numbersOf(picture.codePoints, icc)
  const pixels = points ? picture.decodeDeep() : picture.decode()
  if (!pixels) return refuse('unreadable')
  const image = sharp(pixels.data, { raw: { width, height, channels: 3 } })
  const raster = points
    ? toSrgbByCodePoints(await boundedDeep(image), points)
    : await bySrgbProfile(await bounded(image), icc)
  return { raster, focalLength35Mm: focalLength35Of(exif), reason: null }
}

/** libheif hands out the file's own colours. */
async function bySrgbProfile(raster: Raster, profile: Uint8Array | undefined): Promise<Raster> {
  return !profile || isSrgb(profile) ? raster : toSrgb(raster, profile)
}

/** Focal lengths of real lenses, from all-round to the longest: any other value is a broken or invented entry. */
const FOCAL_LENGTH_MM = { least: 8, most: 1200 } as const

/**
 * The focal length that would show as much on 36x24 mm, millimetres, as the camera wrote it (EXIF
 * FocalLengthIn35mmFilm); null without an entry or with one that cannot be read.
 */
export function focalLength35Of(exif: Uint8Array | undefined): number | null {
  if (!exif) return null
  try {
    const length: unknown = exifReader(Buffer.from(exif)).Photo?.FocalLengthIn35mmFilm
    const isLens =
      typeof length === 'number' && length >= FOCAL_LENGTH_MM.least && length <= FOCAL_LENGTH_MM.most
    return isLens ? length : null
  } catch {
    return null
  }
}
