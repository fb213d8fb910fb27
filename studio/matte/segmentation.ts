import type { Plane, Raster } from '#studio/raster.ts'
import { fastCode, LINEAR_OF_BYTE } from '#studio/color.ts'
import { segmentPerson } from '#studio/nets/segment.ts'
import { createPlane, smoothstep } from './filters.ts'

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
 */
export async function segmentHeadAndBody(raster: Raster, head: HeadGeometry): Promise<Plane> {
  const whole = await segmentPerson(raster, { bothWays: true })
  const side = Math.round(head.faceHeight * 2.3)
  const middleY = (head.eyeY + head.chinY) / 2 - head.faceHeight * 0.12
  const left = Math.max(0, Math.round(head.centreX - side / 2))
  const top = Math.max(0, Math.round(middleY - side / 2))
  const width = Math.min(raster.width, Math.round(head.centreX + side / 2)) - left
  const height = Math.min(raster.height, Math.round(middleY + side / 2)) - top
  const close = await segmentPerson(crop(raster, left, top, width, height), { bothWays: true })
  const out = createPlane(raster.width, raster.height)
  const fade = side * 0.12
  for (let y = 0; y < raster.height; y++) {
    for (let x = 0; x < raster.width; x++) {
      const i = y * raster.width + x
      let logit = whole.data[i] ?? 0
      if (x >= left && x < left + width && y >= top && y < top + height) {
        const edgeX = Math.min(
          left === 0 ? fade : x - left,
          left + width === raster.width ? fade : left + width - x,
        )
        const edgeY = Math.min(top === 0 ? fade : y - top, top + height - y)
        const weight = smoothstep(0, fade, Math.min(edgeX, edgeY)) * 0.6
        logit = logit * (1 - weight) + (close.data[(y - top) * width + x - left] ?? 0) * weight
      }
      out.data[i] = 1 / (1 + Math.exp(-logit))
    }
  }
  return out
}
