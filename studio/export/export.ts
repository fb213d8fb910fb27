import sharp from 'sharp'
import { DIGITAL_SOURCE_TYPE, encodeHeadshot, readMark, sha256Of } from './encode.ts'
import type { Mark } from './encode.ts'
import type { Raster } from '#studio/picture/raster.ts'
import { decodeUpright } from './decode.ts'
import { findHead } from './head.ts'
import type { Head } from './head.ts'
import { placeCrop } from './place.ts'
import { EXPORT_PRESETS } from './presets.ts'
import type { ExportPresetId, PicturePreset, SheetPreset } from './presets.ts'
import { drawSheet } from './print-sheet.ts'

export interface ExportedFile {
  presetId: ExportPresetId
  bytes: Uint8Array
  mediaType: 'image/jpeg' | 'application/pdf'
  extension: 'jpg' | 'pdf'
  /** Of the picture; on a sheet of each copy. */
  widthPx: number
  heightPx: number
  densityDpi: number | null
  /** How many times the headshot's pixels were enlarged; 1 or less: not at all. */
  enlargement: number
  /** Of `bytes`, hexadecimal. */
  sha256: string
}

export interface ExportWords {
  /** Written where the headshot itself bears no mark. */
  credit: string
  description: string
  /** Written into documents; now by default. */
  createdAt?: Date
}

/**
 * One headshot in each of the formats, in their order. The mark is the headshot's own where it has one.
 * @param jpeg any picture that sharp reads
 * @throws when the bytes are no picture
 */
export async function exportHeadshot(
  jpeg: Uint8Array,
  presetIds: readonly ExportPresetId[],
  { credit, description, createdAt = new Date() }: ExportWords,
): Promise<ExportedFile[]> {
  const own = await readMark(jpeg)
  const mark = own ?? { digitalSourceType: DIGITAL_SOURCE_TYPE, credit, description }
  const raster = await decodeUpright(jpeg)
  const isPlaced = presetIds.some((id) => id !== 'original')
  const head = isPlaced ? await findHead(raster) : null
  const files: ExportedFile[] = []
  for (const presetId of presetIds) {
    const preset: PicturePreset | SheetPreset = EXPORT_PRESETS[presetId]
    if (presetId === 'original' && own) files.push(unchanged(jpeg, raster))
    else if (preset.kind === 'picture')
      files.push(await drawPicture(presetId, preset, { raster, head, mark }))
    else {
      const picture = await drawPicture(presetId, preset.picture, { raster, head, mark })
      const bytes = await drawSheet(picture.bytes, preset, { mark, createdAt })
      const file = { mediaType: 'application/pdf', extension: 'pdf' } as const
      files.push({ ...picture, ...file, bytes, sha256: sha256Of(bytes) })
    }
  }
  return files
}

/** Bytes that already bear their mark are handed out as they are, so that their hash stays the recorded one. */
function unchanged(bytes: Uint8Array, { width, height }: Raster): ExportedFile {
  const file = { presetId: 'original', mediaType: 'image/jpeg', extension: 'jpg' } as const
  const size = { widthPx: width, heightPx: height, densityDpi: null, enlargement: 1 }
  return { ...file, bytes, ...size, sha256: sha256Of(bytes) }
}

async function drawPicture(
  presetId: ExportPresetId,
  { size, densityDpi, placement }: PicturePreset,
  { raster, head, mark }: { raster: Raster; head: Head | null; mark: Mark },
): Promise<ExportedFile> {
  const format = { width: size?.widthPx ?? raster.width, height: size?.heightPx ?? raster.height }
  const box = placeCrop(raster, head, format, placement)
  const raw = { width: raster.width, height: raster.height, channels: 3 } as const
  const data = await sharp(raster.data, { raw })
    .extract(box)
    .resize(format.width, format.height, { fit: 'fill', kernel: 'lanczos3' })
    .raw()
    .toBuffer()
  const bytes = await encodeHeadshot(
    { ...format, data },
    { ...mark, ...(densityDpi === null ? {} : { densityDpi }) },
  )
  return {
    presetId,
    bytes,
    mediaType: 'image/jpeg',
    extension: 'jpg',
    widthPx: format.width,
    heightPx: format.height,
    densityDpi,
    enlargement: format.height / box.height,
    sha256: sha256Of(bytes),
  }
}
