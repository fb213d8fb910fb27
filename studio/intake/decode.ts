import decodeHeic from 'heic-decode'
import sharp from 'sharp'
import type { Sharp } from 'sharp'
import type { Raster } from '#studio/raster.ts'
import type { RejectReason } from './reasons.ts'
import { LIMITS } from './thresholds.ts'

/** A picture, or the reason why it is none. */
export type Decoded = { raster: Raster; reason: null } | { raster: null; reason: RejectReason }

type Format = 'jpeg' | 'png' | 'webp' | 'heic'

const HEIC_BRANDS = ['heic', 'heix', 'hevc', 'hevx', 'heim', 'heis', 'mif1', 'msf1']

/** The format the first bytes say, whatever the file is called. AVIF shares HEIF's box but not its codec. */
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
  // Below this no net can say anything; from here to the product's own bound a face still names further reasons.
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
  return { raster: await bounded(image), reason: null }
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

/** What heic-decode 2.1 answers; its published types lack the size and the release. */
type HeifImages = {
  width: number
  height: number
  decode: () => Promise<{ width: number; height: number; data: Uint8ClampedArray }>
}[] & { dispose: () => void }

async function decodeHeif(bytes: Uint8Array): Promise<Decoded> {
  const images = (await decodeHeic.all({ buffer: bytes })) as unknown as HeifImages
  try {
    const first = images[0]
    if (!first) return refuse('unreadable')
    const reason = judgeSize(first.width, first.height)
    if (reason) return refuse(reason)
    const { width, height, data } = await first.decode()
    const raw = new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    const raster = await bounded(sharp(raw, { raw: { width, height, channels: 4 } }).removeAlpha())
    if (await isDisplayP3(bytes)) fromDisplayP3(raster)
    return { raster, reason: null }
  } finally {
    images.dispose()
  }
}

/** libheif hands out the file's own colours; phones write Display P3 and say so in the profile's description. */
async function isDisplayP3(bytes: Uint8Array): Promise<boolean> {
  const header = await sharp(bytes, { limitInputPixels: false }).metadata()
  if (!header.icc) return false
  const profile = Buffer.from(header.icc).toString('latin1').replaceAll('\0', '')
  return profile.includes('Display P3')
}

/** Display P3 to sRGB in place: same transfer curve and white, primaries by the matrix of CSS Color 4. */
export function fromDisplayP3(raster: Raster): void {
  const linear = Float32Array.from({ length: 256 }, (_, v) => {
    const value = v / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  const coded = Uint8Array.from({ length: 4096 }, (_, v) => {
    const value = v / 4095
    return Math.round(255 * (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055))
  })
  const code = (value: number): number => coded[Math.round(4095 * Math.min(1, Math.max(0, value)))] ?? 0
  const { data } = raster
  for (let i = 0; i < data.length; i += 3) {
    const r = linear[data[i] ?? 0] ?? 0
    const g = linear[data[i + 1] ?? 0] ?? 0
    const b = linear[data[i + 2] ?? 0] ?? 0
    data[i] = code(1.2249401763 * r - 0.2249401763 * g)
    data[i + 1] = code(-0.0420569547 * r + 1.0420569547 * g)
    data[i + 2] = code(-0.0196375546 * r - 0.0786360456 * g + 1.0982736002 * b)
  }
}
