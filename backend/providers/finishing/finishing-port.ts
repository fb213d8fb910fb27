import type { ExportPreset, MeasuredFraming, UpscaleFormat } from '#contract/headshot-files.ts'

/** A file made of a finished headshot; pictures and documents bear the headshot's own mark of provenance. */
export interface FinishedFile {
  bytes: Uint8Array
  /** Width of the picture; on a sheet of each copy. */
  widthPx: number
  heightPx: number
  /** SHA-256 of `bytes`, lower-case hex, taken where the file was finished. */
  sha256: string
}

export interface FinishingCall {
  /** Ends the work as soon as possible; the promise then rejects with the signal's reason. */
  signal: AbortSignal
}

/**
 * Makes files from finished headshots of any engine. Never occupies the calling thread for long.
 * Deterministic for equal pictures, but for the date in documents.
 */
export interface Finishing {
  /**
   * The headshot in a format: JPEG, or PDF for the sheet.
   * @param image a finished headshot
   */
  exportPicture(image: Uint8Array, preset: ExportPreset, call: FinishingCall): Promise<FinishedFile>
  /**
   * How each format cuts the headshot: the part that `exportPicture` shows of the same picture.
   * @param selfie its source, upright; null once that is deleted
   */
  frame(image: Uint8Array, selfie: Uint8Array | null, call: FinishingCall): Promise<MeasuredFraming>
  /**
   * The headshot at two or four times its size, as JPEG.
   * @param onProgress 0 to 1
   */
  upscale(
    image: Uint8Array,
    format: UpscaleFormat,
    call: FinishingCall & { onProgress: (fraction: number) => void },
  ): Promise<FinishedFile>
}
