import type { Raster, Size } from '#studio/picture/raster.ts'
import type { CodePoints, DeepRaster } from './code-points.ts'
import { marginsOf, within, withoutCrops, type Margins } from './heic-crop.ts'
import { startLibHeif, type LibHeif } from './libheif.ts'

export interface HeicPicture extends Size {
  /** What has to be decoded of it: more than the picture, where the file shows a part. */
  codedPixels: number
  /** The colours that the file names without a profile; null where it names none. */
  codePoints: CodePoints | null
  /** Upright by the file's own transformations; null when the coded picture is damaged, or larger than the file says. */
  decode: () => Raster | null
  /** As `decode`, with all bits, the first of them first. */
  decodeDeep: () => DeepRaster | null
}

/** Of `heif_colorspace`, `heif_chroma` and `heif_channel`. */
const RGB = 1
const CHROMA = { bytes: 10, littleEndianPairs: 14 } as const
const INTERLEAVED = 10
const CHANNELS = 3

/**
 * Opens the file's primary picture; null when there is none. Nothing is decoded yet. May throw on bad bytes.
 *
 * libheif 1.23.2 bounds what it decodes by the cropped size, so that a picture cropped by more than a block's width is
 * none (libheif 1856): it decodes the whole picture, and the crop is made here.
 */
export async function openHeic(bytes: Uint8Array): Promise<HeicPicture | null> {
  const lib = await startLibHeif()
  const file = readPrimary(lib, bytes)
  if (!file) return null
  const margins = marginsOf(lib, file.context, file.handle)
  const isCropped = Object.values(margins).some((margin) => margin > 0)
  const handle = isCropped ? readPrimary(lib, withoutCrops(bytes))?.handle : file.handle
  if (handle === undefined) return null
  const coded = {
    width: lib.c._heif_image_handle_get_width(handle),
    height: lib.c._heif_image_handle_get_height(handle),
  }
  const size = within(coded, margins)
  const codedPixels = coded.width * coded.height
  return {
    ...size,
    codedPixels,
    codePoints: codePointsOf(lib, handle),
    decode: () => {
      const plane = decodePlane(lib, handle, CHROMA.bytes, coded)
      return plane && { ...size, data: movedTogether(plane, size, margins) }
    },
    decodeDeep: () => {
      const plane = decodePlane(lib, handle, CHROMA.littleEndianPairs, coded)
      if (!plane) return null
      const { buffer, byteOffset, byteLength } = movedTogether(plane, size, margins)
      const data = new Uint16Array(buffer, byteOffset, byteLength / 2)
      for (let i = 0; i < data.length; i++) data[i] = (data[i] ?? 0) << (16 - plane.bits)
      return { ...size, data }
    },
  }
}

function readPrimary(
  { c, memory, pointerOf }: LibHeif,
  bytes: Uint8Array,
): { context: number; handle: number } | null {
  const context = c._heif_context_alloc()
  const file = c._malloc(bytes.byteLength)
  memory().set(bytes, file)
  const read = pointerOf((error) =>
    c._heif_context_read_from_memory(error, context, file, bytes.byteLength, 0),
  )
  c._free(file)
  if (read === null) return null
  const handle = pointerOf((error, out) => c._heif_context_get_primary_image_handle(error, context, out))
  return handle === null ? null : { context, handle }
}

/** From its `nclx` (ISO/IEC 14496-12, 12.1.5): a structure of version, primaries, transfer, and more. */
function codePointsOf({ c, memory, pointerOf }: LibHeif, handle: number): CodePoints | null {
  const at = pointerOf((error, out) => c._heif_image_handle_get_nclx_color_profile(error, handle, out))
  if (at === null) return null
  const view = new DataView(memory().buffer, at)
  return { primaries: view.getInt32(4, true), transfer: view.getInt32(8, true) }
}

interface Plane {
  /** A view into the module's memory, which is freed with it. */
  data: Uint8Array
  /** Bytes from one row to the next. */
  stride: number
  bytesPerPixel: number
  /** Of a sample that count. */
  bits: number
}

/** Null where the picture is damaged, or not of the size that the file says. */
function decodePlane(
  { c, memory, pointerOf, intsOf }: LibHeif,
  handle: number,
  chroma: (typeof CHROMA)[keyof typeof CHROMA],
  { width, height }: Size,
): Plane | null {
  const image = pointerOf((error, out) => c._heif_decode_image(error, handle, out, RGB, chroma, 0))
  if (image === null) return null
  if (c._heif_image_get_width(image, INTERLEAVED) !== width) return null
  if (c._heif_image_get_height(image, INTERLEAVED) !== height) return null
  let at = 0
  const [stride = 0] = intsOf((out) => (at = c._heif_image_get_plane_readonly(image, INTERLEAVED, out)))
  const bytesPerPixel = chroma === CHROMA.bytes ? CHANNELS : 2 * CHANNELS
  const data = memory().subarray(at, at + stride * height)
  return { data, stride, bytesPerPixel, bits: c._heif_image_get_bits_per_pixel_range(image, INTERLEAVED) }
}

/** The rows within the margins, without libheif's padding: moved where they are. */
function movedTogether(
  { data, stride, bytesPerPixel }: Plane,
  { width, height }: Size,
  { left, top }: Margins,
): Uint8Array {
  const row = width * bytesPerPixel
  for (let y = 0; y < height; y++) {
    const from = (y + top) * stride + left * bytesPerPixel
    if (from !== y * row) data.copyWithin(y * row, from, from + row)
  }
  return data.subarray(0, row * height)
}
