import { HeadshotCut, type UpscaleFormat } from '#contract/headshot-files.ts'
import type { Finishing } from '#backend/providers/finishing/finishing-port.ts'
import { EXPORT_PRESETS, pictureOf, type PicturePreset, type SheetPreset } from '#studio/export/presets.ts'
import type { Cut } from '#studio/export/place.ts'
import type { Studio } from '#studio/studio.ts'
import type { UpscaleFactor } from '#studio/upscale/factors.ts'

const FACTORS: Readonly<Record<UpscaleFormat, UpscaleFactor>> = { 'upscale-2x': 2, 'upscale-4x': 4 }

/** Formats and enlargements by the studio, in its processes and within their bounds of memory. */
export function createStudioFinishing(
  studio: Pick<Studio, 'exportHeadshot' | 'frameHeadshot' | 'upscale'>,
): Finishing {
  return {
    async exportPicture(image, preset, { signal }) {
      const [file] = await studio.exportHeadshot(image, [preset], signal)
      if (!file) throw new Error(`the studio made no ${preset}`)
      const { bytes, widthPx, heightPx, sha256 } = file
      return { bytes, widthPx, heightPx, sha256 }
    },

    async frame(image, selfie, { signal }) {
      const { cuts, before } = await studio.frameHeadshot(image, selfie, signal)
      return {
        cuts: cuts.map(showCut),
        before: before && { box: before.box, widthPx: before.width, heightPx: before.height },
      }
    },

    async upscale(image, format, { signal, onProgress }) {
      const made = await studio.upscale(image, FACTORS[format], { signal, onProgress })
      return { bytes: made.jpeg, widthPx: made.width, heightPx: made.height, sha256: made.sha256 }
    },
  }
}

const MM_PER_INCH = 25.4

function showCut({ presetId, box, widthPx, heightPx }: Cut): HeadshotCut {
  const preset: PicturePreset | SheetPreset = EXPORT_PRESETS[presetId]
  const { densityDpi, placement } = pictureOf(presetId)
  const millimetres = (px: number, dpi: number) => Math.round((px / dpi) * MM_PER_INCH)
  // Stored in a row: only the contract's fields.
  return HeadshotCut.parse({
    preset: presetId,
    box,
    widthPx,
    heightPx,
    printMm:
      densityDpi === null
        ? null
        : { width: millimetres(widthPx, densityDpi), height: millimetres(heightPx, densityDpi) },
    isRound: placement.kind === 'circle',
    sheet: preset.kind === 'sheet' ? { columns: preset.columns, rows: preset.rows } : null,
  })
}
