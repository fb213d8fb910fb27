import { resized } from '#studio/picture/resized.ts'
import { decodeUpright } from './decode.ts'
import { DIGITAL_SOURCE_TYPE, encodeHeadshot, readMark, sha256Of } from './encode.ts'
import { findHead } from './head.ts'
import { cutOf } from './place.ts'
import { EXPORT_PRESETS, pictureOf } from './presets.ts'
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

const JPEG = { mediaType: 'image/jpeg', extension: 'jpg' } as const
const PDF = { mediaType: 'application/pdf', extension: 'pdf' } as const

export interface ExportWords {
  /** Written where the headshot itself bears no mark. */
  credit: string
  description: string
  /** Written into documents; now by default. */
  createdAt?: Date
}

/**
 * Cuts one headshot into each of the formats, in their order. Keeps the headshot's own mark where it has one.
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
    const { densityDpi } = pictureOf(presetId)
    const { box, widthPx, heightPx } = cutOf(raster, head, presetId)
    const format = { width: widthPx, height: heightPx }
    const draw = async (): Promise<Uint8Array> => {
      const data = await resized({ ...raster, channels: 3 }, format, box)
      return encodeHeadshot({ ...format, data }, { ...mark, densityDpi })
    }
    // Bytes that already bear their mark are handed out as they are, so that their hash stays the recorded one.
    const picture = presetId === 'original' && own ? jpeg : await draw()
    const bytes = preset.kind === 'sheet' ? await drawSheet(picture, preset, { mark, createdAt }) : picture
    files.push({
      presetId,
      bytes,
      ...(preset.kind === 'sheet' ? PDF : JPEG),
      widthPx,
      heightPx,
      densityDpi,
      enlargement: heightPx / box.height,
      sha256: sha256Of(bytes),
    })
  }
  return files
}
