import type { Plane, Raster } from '#studio/picture/raster.ts'
import { fastCode, LINEAR_OF_BYTE } from '#studio/picture/color.ts'
import { segmentPerson } from '#studio/nets/segment.ts'
import { smoothstep } from '#studio/planes/smoothstep.ts'

/** How much the head crop counts against the whole picture. */
const HEAD_SHARE = 0.6

/** What the matte must know of the head, in pixels of the picture. */
export interface HeadGeometry {
  centreX: number
  eyeY: number
  chinY: number
  /** Upper forehead to chin. */
  faceHeight: number
  /** 1 inside the face oval. */
  face: Float32Array
}

/**
 * Byte values that light a picture so that the face's median is `median` linear: dark ones segment badly as they are.
 * @returns null where the picture is light enough
 */
export function exposure(faceMedian: number, median = 0.26): Uint8Array | null {
  const gain = Math.min(6, Math.max(0.5, median / Math.max(0.01, faceMedian)))
  if (Math.abs(gain - 1) < 0.12) return null
  return Uint8Array.from({ length: 256 }, (_, value) => {
    const linear = (LINEAR_OF_BYTE[value] ?? 0) * gain
    // A shoulder keeps lit backgrounds from burning out into the subject.
    return Math.round(255 * fastCode(linear / (1 + Math.max(0, gain - 1) * 0.25 * linear)))
  })
}

/**
 * "Person" probability: mean logit of the whole picture and of a head crop, each with its mirror.
 * The head crop counts fully round the head and fades out towards its own border.
 * @param tones see `exposure`
 * @param cell pixels per value of the answer, each way; the net sees far fewer
 */
export async function segmentHeadAndBody(
  raster: Raster,
  head: HeadGeometry,
  tones: Uint8Array | null,
  cell = 1,
): Promise<Plane> {
  const size = { width: Math.ceil(raster.width / cell), height: Math.ceil(raster.height / cell) }
  const whole = await segmentPerson(raster, { ...size, tones, bothWays: true })
  const side = Math.round(head.faceHeight * 2.3)
  const middleY = (head.eyeY + head.chinY) / 2 - head.faceHeight * 0.12
  const cellAt = (pixel: number, most: number) => Math.min(most, Math.max(0, Math.round(pixel / cell)))
  const left = cellAt(head.centreX - side / 2, size.width)
  const top = cellAt(middleY - side / 2, size.height)
  const right = cellAt(head.centreX + side / 2, size.width)
  const bottom = cellAt(middleY + side / 2, size.height)
  const [width, height] = [right - left, bottom - top]
  const area = {
    left: left * cell,
    top: top * cell,
    width: Math.min(raster.width, right * cell) - left * cell,
    height: Math.min(raster.height, bottom * cell) - top * cell,
  }
  const close = await segmentPerson(raster, { width, height, area, tones, bothWays: true })
  const fade = (side * 0.12) / cell
  const { data } = whole
  for (let y = 0; y < height; y++) {
    // The crop does not fade where it ends at the picture's border.
    const down = Math.min(top === 0 ? 1 : y / fade, (height - y) / fade)
    for (let x = 0; x < width; x++) {
      const across = Math.min(left === 0 ? 1 : x / fade, right === size.width ? 1 : (width - x) / fade)
      const i = (top + y) * size.width + left + x
      const share = HEAD_SHARE * smoothstep(0, 1, Math.min(across, down))
      data[i] = (data[i] ?? 0) * (1 - share) + (close.data[y * width + x] ?? 0) * share
    }
  }
  for (let i = 0; i < data.length; i++) data[i] = 1 / (1 + Math.exp(-(data[i] ?? 0)))
  return { ...size, data }
}
