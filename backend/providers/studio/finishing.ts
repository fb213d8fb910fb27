import type { UpscaleFormat } from '#contract/headshot-files.ts'
import type { Finishing } from '#backend/providers/finishing/port.ts'
import type { Studio } from '#studio/studio.ts'
import type { UpscaleFactor } from '#studio/upscale/factors.ts'

const FACTORS: Readonly<Record<UpscaleFormat, UpscaleFactor>> = { 'upscale-2x': 2, 'upscale-4x': 4 }

/** Formats and enlargements by the studio, in its processes and within their bounds of memory. */
export function createStudioFinishing(studio: Pick<Studio, 'exportHeadshot' | 'upscale'>): Finishing {
  return {
    async exportPicture(image, preset, { signal }) {
      const [file] = await studio.exportHeadshot(image, [preset], signal)
      if (!file) throw new Error(`the studio made no ${preset}`)
      const { bytes, widthPx, heightPx, sha256 } = file
      return { bytes, widthPx, heightPx, sha256 }
    },

    async upscale(image, format, { signal, onProgress }) {
      const made = await studio.upscale(image, FACTORS[format], { signal, onProgress })
      return { bytes: made.jpeg, widthPx: made.width, heightPx: made.height, sha256: made.sha256 }
    },
  }
}
