import exifReader from 'exif-reader'
import sharp from 'sharp'
import type { Sharp } from 'sharp'
import type { Raster } from '#studio/picture/raster.ts'
import { openHeic } from './heic.ts'
import { displayP3ToSrgb, isSrgb, isDisplayP3, toSrgb } from './profile.ts'
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
  const image = sharp(bytes, { limitInputPixels: LIMITS.pixels, failOn: 'error', sequentialRead: true })
    .autoOrient()
    .toColourspace('srgb')
    .flatten({ background: '#808080' })
  return { raster: await bounded(image), focalLength35Mm: focalLength35Of(header.exif), reason: null }
}

/** The end of every path: bounded in size and time, three channels of eight bits. */
async function bounded(image: Sharp): Promise<Raster> {
  const { data, info } = await image
    .resize({
      width: LIMITS.decodedSidePx,
      height: LIMITS.decodedSidePx,
      fit: 'inside',
      withoutEnlargement: true,
    })
    .timeout({ seconds: LIMITS.decodeSeconds })
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  if (info.channels !== 3) throw new Error(`expected 3 channels, got ${info.channels}`)
  return {
    width: info.width,
    height: info.height,
    data: new Uint8Array(data.buffer, data.byteOffset, data.length),
  }
}

async function decodeHeif(bytes: Uint8Array): Promise<Decoded> {
  const picture = await openHeic(bytes)
  if (!picture) return refuse('unreadable')
  const reason = judgeSize(picture.width, picture.height)
  if (reason) return refuse(reason)
  const pixels = picture.decode()
  if (!pixels) return refuse('unreadable')
  const { width, height, data } = pixels
  const raster = await bounded(sharp(data, { raw: { width, height, channels: 3 } }))
  const { icc, exif } = await sharp(bytes, { limitInputPixels: false }).metadata()
  return { raster: await inSrgb(raster, bytes, icc), focalLength35Mm: focalLength35Of(exif), reason: null }
}

/** libheif hands out the file's own colours; phones write Display P3. */
async function inSrgb(raster: Raster, bytes: Uint8Array, profile: Uint8Array | undefined): Promise<Raster> {
  if (profile) return isSrgb(profile) ? raster : toSrgb(raster, profile)
  return isDisplayP3(bytes) ? displayP3ToSrgb(raster) : raster
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
