import { createCanvas, loadImage } from '@napi-rs/canvas'
import sharp from 'sharp'
import { drawSelfie } from './draw.ts'
import type { DrawnId } from './everybody.ts'
import { createRandom, seedOf } from './geometry.ts'
import { HEIGHT_PX, WIDTH_PX } from './sketch.ts'
import type { Take } from './takes.ts'

/** Standard deviation of the camera's noise in 8-bit levels, in the mid-tones. */
const NOISE_LEVELS = 1.7

/** Adds luminance noise, a little stronger in the shadows, as a phone's noise reduction leaves it. */
function addNoise(data: Buffer, seed: number, levels: number): void {
  const random = createRandom(seed)
  for (let i = 0; i + 2 < data.length; i += 3) {
    const gauss = (random() + random() + random() + random() - 2) * 1.73
    const level = ((data[i] ?? 0) + (data[i + 1] ?? 0) + (data[i + 2] ?? 0)) / 765
    const grey = gauss * levels * (1.15 - 0.4 * level)
    for (let c = 0; c < 3; c++) {
      data[i + c] = Math.min(
        255,
        Math.max(0, Math.round((data[i + c] ?? 0) + grey + (random() - 0.5) * 0.7 * levels)),
      )
    }
  }
}

/** A drawn selfie as a phone would save it: JPEG, 4:5, with light noise. `widthPx` defaults to 1200. */
export async function renderSelfie(
  character: DrawnId,
  take: Take,
  { widthPx = WIDTH_PX } = {},
): Promise<Uint8Array> {
  const heightPx = Math.round((widthPx * HEIGHT_PX) / WIDTH_PX)
  const size = `width="${String(WIDTH_PX)}" height="${String(HEIGHT_PX)}"`
  const scaled = drawSelfie(character, take).replace(
    size,
    `width="${String(widthPx)}" height="${String(heightPx)}"`,
  )
  // Drawn by Skia: librsvg, which sharp would use, works on the whole picture for each of some 120 blurred shapes.
  const drawing = await loadImage(Buffer.from(scaled))
  const canvas = createCanvas(widthPx, heightPx)
  const context = canvas.getContext('2d')
  context.drawImage(drawing, 0, 0)
  const rgba = context.getImageData(0, 0, widthPx, heightPx).data
  const { data, info } = await sharp(rgba, { raw: { width: widthPx, height: heightPx, channels: 4 } })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  // Out of focus no texture hides the noise: a real camera's noise reduction removes it.
  addNoise(
    data,
    seedOf(`${character} ${take.id}`),
    take.fault === 'blurred' ? NOISE_LEVELS / 5 : NOISE_LEVELS * (1 + 0.8 * (take.dim ?? 0)),
  )
  return sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } })
    .jpeg({ quality: 92, chromaSubsampling: '4:4:4' })
    .toBuffer()
}
