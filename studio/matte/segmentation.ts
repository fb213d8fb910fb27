import type { Plane, Raster } from '#studio/raster.ts'
import { fastCode, LINEAR_OF_BYTE } from '#studio/color.ts'
import { segmentPerson } from '#studio/nets/segment.ts'
import { smoothstep } from './filters.ts'

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

/** A copy lit so that the face's median is `median` linear: dark pictures segment badly as they are. */
export function exposedCopy(raster: Raster, faceMedian: number, median = 0.26): Raster {
  const gain = Math.min(6, Math.max(0.5, median / Math.max(0.01, faceMedian)))
  if (Math.abs(gain - 1) < 0.12) return raster
  const table = Uint8Array.from({ length: 256 }, (_, value) => {
    const linear = (LINEAR_OF_BYTE[value] ?? 0) * gain
    // A shoulder keeps lit backgrounds from burning out into the subject.
    return Math.round(255 * fastCode(linear / (1 + Math.max(0, gain - 1) * 0.25 * linear)))
  })
  const data = new Uint8Array(raster.data.length)
  for (let i = 0; i < data.length; i++) data[i] = table[raster.data[i] ?? 0] ?? 0
  return { width: raster.width, height: raster.height, data }
}

function crop(raster: Raster, left: number, top: number, width: number, height: number): Raster {
  const data = new Uint8Array(width * height * 3)
  for (let y = 0; y < height; y++) {
    const from = ((top + y) * raster.width + left) * 3
    data.set(raster.data.subarray(from, from + width * 3), y * width * 3)
  }
  return { width, height, data }
}

/**
 * "Person" probability: mean logit of the whole picture and of a head crop, each with its mirror.
 * The head crop counts fully round the head and fades out towards its own border.
 * @param cell pixels per value of the answer, each way; the net sees far fewer
 */
export async function segmentHeadAndBody(raster: Raster, head: HeadGeometry, cell = 1): Promise<Plane> {
  const size = { width: Math.ceil(raster.width / cell), height: Math.ceil(raster.height / cell) }
  const whole = await segmentPerson(raster, { ...size, bothWays: true })
  const side = Math.round(head.faceHeight * 2.3)
  const middleY = (head.eyeY + head.chinY) / 2 - head.faceHeight * 0.12
  const cellAt = (pixel: number, most: number) => Math.min(most, Math.max(0, Math.round(pixel / cell)))
  const left = cellAt(head.centreX - side / 2, size.width)
  const top = cellAt(middleY - side / 2, size.height)
  const right = cellAt(head.centreX + side / 2, size.width)
  const bottom = cellAt(middleY + side / 2, size.height)
  const [width, height] = [right - left, bottom - top]
  const [cropWidth, cropHeight] = [
    Math.min(raster.width, right * cell) - left * cell,
    Math.min(raster.height, bottom * cell) - top * cell,
  ]
  const part = crop(raster, left * cell, top * cell, cropWidth, cropHeight)
  const close = await segmentPerson(part, { width, height, bothWays: true })
  const fade = (side * 0.12) / cell
  const { data } = whole
  for (let y = top; y < bottom; y++) {
    const edgeY = Math.min(top === 0 ? fade : y - top, bottom - y)
    for (let x = left; x < right; x++) {
      const edgeX = Math.min(left === 0 ? fade : x - left, right === size.width ? fade : right - x)
      const weight = smoothstep(0, fade, Math.min(edgeX, edgeY)) * 0.6
      const i = y * size.width + x
      data[i] = (data[i] ?? 0) * (1 - weight) + (close.data[(y - top) * width + x - left] ?? 0) * weight
    }
  }
  for (let i = 0; i < data.length; i++) data[i] = 1 / (1 + Math.exp(-(data[i] ?? 0)))
  return whole
}
