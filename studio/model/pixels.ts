import sharp from 'sharp'
import type { Size } from '#studio/picture/raster.ts'

/** Colours (interleaved sRGB) and alpha (0..255) of a cut-out: as prepared, or as they lie in a file. */
export interface SelfiePixels {
  kind: 'raw' | 'encoded'
  foreground: Uint8Array
  alpha: Uint8Array
}

interface PixelOwner extends Size {
  pixels: SelfiePixels
}

/** Colours as JPEG of quality 97 with full chroma, alpha as PNG without loss. */
export async function encodePixels({ width, height, pixels }: PixelOwner): Promise<SelfiePixels> {
  if (pixels.kind === 'encoded') return pixels
  const [foreground, alpha] = await Promise.all([
    sharp(pixels.foreground, { raw: { width, height, channels: 3 } })
      .jpeg({ quality: 97, chromaSubsampling: '4:4:4' })
      .toBuffer(),
    sharp(pixels.alpha, { raw: { width, height, channels: 1 } })
      .png({ compressionLevel: 6 })
      .toBuffer(),
  ])
  return { kind: 'encoded', foreground, alpha }
}

/** Pixels ready to use; each call decodes encoded ones again. */
export async function pixelsOf({ pixels }: Pick<PixelOwner, 'pixels'>): Promise<Omit<SelfiePixels, 'kind'>> {
  if (pixels.kind === 'raw') return pixels
  const [foreground, alpha] = await Promise.all([
    sharp(pixels.foreground).toColourspace('srgb').raw().toBuffer(),
    sharp(pixels.alpha).toColourspace('b-w').raw().toBuffer(),
  ])
  return { foreground, alpha }
}
