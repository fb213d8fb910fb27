import type { Box } from '#studio/picture/box.ts'
import type { Point } from '#studio/person/landmarks.ts'
import type { Plane, Raster, Size } from '#studio/picture/raster.ts'
import { resized } from '#studio/picture/resized.ts'
import { firstOutput, floatsOf, netFile, sessionOf } from './onnx.ts'

/** PaddleOCR's nets (PP-OCRv4, mobile): one finds where text may be, one reads it. See docs/models.md. */
export const WORD_NETS = {
  'word-detection': netFile('word-detection'),
  'word-reading': netFile('word-reading'),
} as const

export interface Word {
  /** Pixels of the picture. */
  box: Box
  /** How many signs were read; which ones is not kept. */
  length: number
  /** How sure the reading is of its signs, in the middle, 0..1. */
  score: number
}

/** What the detection sees: the picture's longer side, and what both sides are multiples of. */
const SEEN = { longer: 736, step: 32 } as const
/** Means and deviations of colours as both nets have them: blue, green, red. The detection's are ImageNet's. */
const DETECTED = { means: [0.485, 0.456, 0.406], deviations: [0.229, 0.224, 0.225] } as const
const READ = { means: [0.5, 0.5, 0.5], deviations: [0.5, 0.5, 0.5] } as const
/**
 * PaddleOCR's own: a pixel belongs to text from `pixel` on, an area is text from `area` in its middle, and is larger than the net
 * marks it by `margin` times its size over its girth. Areas of a few pixels cannot be read.
 */
const AREA = { pixel: 0.3, area: 0.6, margin: 1.5, pixelsLeast: 30, sideLeast: 4 } as const
/** Height of a line that is read, and bounds of its width and what that is a multiple of. */
const LINE = { height: 48, least: 32, most: 1280, step: 8 } as const
/** Of the reading's answers the one for no sign. */
const NO_SIGN = 0

/**
 * The words of a picture, nearly level ones. Detection alone takes faces, earrings and branches for signs; what cannot be read
 * has a length of 0.
 * @param isSought asked of the middle of each
 */
export async function findWords(raster: Raster, isSought: (middle: Point) => boolean): Promise<Word[]> {
  const marked = await markText(raster)
  const words: Word[] = []
  for (const area of areasOf(marked)) {
    const box = boxIn(raster, area, marked)
    if (!isSought({ x: box.left + box.width / 2, y: box.top + box.height / 2 })) continue
    words.push({ box, ...(await readLine(raster, box)) })
  }
  return words
}

/** For each pixel of what the detection sees, whether it belongs to text. */
async function markText(raster: Raster): Promise<Plane> {
  const scale = SEEN.longer / Math.max(raster.width, raster.height)
  const seen = {
    width: rounded(raster.width * scale, SEEN.step),
    height: rounded(raster.height * scale, SEEN.step),
  }
  const pixels = await resized({ ...raster, channels: 3 }, seen)
  const session = await sessionOf(WORD_NETS['word-detection'])
  const answer = await firstOutput(session, planesOf(pixels, DETECTED), [1, 3, seen.height, seen.width])
  return { ...seen, data: floatsOf(answer?.data) }
}

/** Boxes of connected pixels that are text, in what the detection sees. */
function areasOf({ width, height, data }: Plane): Box[] {
  const areas: Box[] = []
  const isSeen = new Uint8Array(data.length)
  const isText = (at: number): boolean => !isSeen[at] && (data[at] ?? 0) >= AREA.pixel
  for (let from = 0; from < data.length; from++) {
    if (!isText(from)) continue
    const waiting = [from]
    isSeen[from] = 1
    let [count, sum, left, right, top, bottom] = [0, 0, width, 0, height, 0]
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      const [x, y] = [at % width, Math.floor(at / width)]
      count++
      sum += data[at] ?? 0
      ;[left, right, top, bottom] = [
        Math.min(left, x),
        Math.max(right, x),
        Math.min(top, y),
        Math.max(bottom, y),
      ]
      const beside = [x > 0 ? at - 1 : -1, x < width - 1 ? at + 1 : -1, at - width, at + width]
      for (const next of beside) {
        if (!isText(next)) continue
        isSeen[next] = 1
        waiting.push(next)
      }
    }
    const box = { left, top, width: right - left + 1, height: bottom - top + 1 }
    const isLarge = count >= AREA.pixelsLeast && Math.min(box.width, box.height) >= AREA.sideLeast
    if (isLarge && sum / count >= AREA.area) areas.push(box)
  }
  return areas
}

/** The area with its margin, in the picture. */
function boxIn(picture: Size, area: Box, seen: Size): Box {
  const margin = (AREA.margin * area.width * area.height) / (2 * (area.width + area.height))
  const [across, down] = [picture.width / seen.width, picture.height / seen.height]
  const left = Math.max(0, Math.round((area.left - margin) * across))
  const top = Math.max(0, Math.round((area.top - margin) * down))
  const right = Math.min(picture.width, Math.round((area.left + area.width + margin) * across))
  const bottom = Math.min(picture.height, Math.round((area.top + area.height + margin) * down))
  return { left, top, width: right - left, height: bottom - top }
}

async function readLine(raster: Raster, box: Box): Promise<Pick<Word, 'length' | 'score'>> {
  const { height } = LINE
  const width = Math.min(
    LINE.most,
    Math.max(LINE.least, rounded((height * box.width) / box.height, LINE.step)),
  )
  const pixels = await resized({ ...raster, channels: 3 }, { width, height }, box)
  const session = await sessionOf(WORD_NETS['word-reading'])
  const answer = await firstOutput(session, planesOf(pixels, READ), [1, 3, height, width])
  return signsIn(floatsOf(answer?.data), answer?.dims.at(-1) ?? 0)
}

/**
 * The signs of a line: the net says at each place which sign is the likeliest there; a sign that goes on is one, and between two
 * of a kind it says that there is none.
 */
export function signsIn(values: Float32Array, kinds: number): { length: number; score: number } {
  let [length, sum, before] = [0, 0, NO_SIGN]
  for (let place = 0; place < values.length; place += kinds) {
    const likelihoods = values.subarray(place, place + kinds)
    const likelihood = likelihoods.reduce((most, value) => Math.max(most, value), 0)
    const sign = likelihoods.indexOf(likelihood)
    if (sign !== NO_SIGN && sign !== before) {
      length++
      sum += likelihood
    }
    before = sign
  }
  return { length, score: length > 0 ? sum / length : 0 }
}

/** As a net takes it: a plane each of blue, green and red. */
function planesOf(pixels: Uint8Array, { means, deviations }: typeof DETECTED | typeof READ): Float32Array {
  const count = pixels.length / 3
  const planes = new Float32Array(pixels.length)
  for (let i = 0; i < count; i++)
    for (let c = 0; c < 3; c++)
      planes[c * count + i] = ((pixels[3 * i + 2 - c] ?? 0) / 255 - (means[c] ?? 0)) / (deviations[c] ?? 1)
  return planes
}

function rounded(value: number, step: number): number {
  return Math.max(step, Math.round(value / step) * step)
}
