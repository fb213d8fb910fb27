import sharp from 'sharp'
import type { OverlayOptions } from 'sharp'
import { lettersOf } from '#studio/picture/letters.ts'
import type { Letters } from '#studio/picture/letters.ts'
import type { Raster } from '#studio/picture/raster.ts'

const SLOPE_DEG = -30
const [COS, SIN] = [Math.cos((SLOPE_DEG * Math.PI) / 180), Math.sin((SLOPE_DEG * Math.PI) / 180)]
/** Height of capitals and distances of their repetitions, shares of the picture's width. */
const LETTERS = 0.042
const LINE = 0.135
const PAUSE = 0.085

/**
 * The text over the whole picture, repeated on a slope: every crop that still shows a face contains it.
 * Light letters with darker edges stay visible on every background.
 */
export async function watermark(raster: Raster, text: string): Promise<Raster> {
  const { width, height } = raster
  const letters = await lettersOf((text.trim() || '·').toLocaleUpperCase('en'))
  const { svg, length } = drawMark(letters, LETTERS * width)
  const drawn = sharp(Buffer.from(svg)).resize({ width, height, fit: 'inside', withoutEnlargement: true })
  const mark = await drawn.raw().toBuffer({ resolveWithObject: true })
  const places: OverlayOptions[] = []
  const step = length + PAUSE * width
  const reach = Math.hypot(width, height) / 2 + step
  for (let row = 0, y = -reach; y < reach; row++, y += LINE * width) {
    // Every other line is shifted, so that no straight gap is left.
    for (let x = -reach + (row % 2 === 0 ? 0 : step / 2); x < reach; x += step) {
      const left = Math.round((width - mark.info.width) / 2 + x * COS - y * SIN)
      const top = Math.round((height - mark.info.height) / 2 + x * SIN + y * COS)
      const isSeen = left > -mark.info.width && top > -mark.info.height && left < width && top < height
      if (isSeen) places.push({ input: mark.data, raw: mark.info, left, top })
    }
  }
  const marked = sharp(raster.data, { raw: { width, height, channels: 3 } }).composite(places)
  return { width, height, data: await marked.removeAlpha().raw().toBuffer() }
}

/** Lengths are pixels. */
function drawMark(
  { paths, length, capHeight, unitsPerEm }: Letters,
  capitals: number,
): { svg: string; length: number } {
  const scale = capitals / capHeight
  // Signs that hang below the line or stand over a letter, and edges, have their room.
  const [width = 0, height = 0] = [COS, -SIN].map((share) => Math.ceil(length * scale * share + 3 * capitals))
  const turn = `translate(${width / 2} ${height / 2}) rotate(${SLOPE_DEG}) scale(${scale} ${-scale})`
  const middle = `translate(${-length / 2} ${-capHeight / 2})`
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
    `<defs><g id="m">${paths}</g></defs><g stroke-linejoin="round" transform="${turn} ${middle}">` +
    `<use href="#m" stroke="#000" opacity="0.16" stroke-width="${unitsPerEm / 8}"/>` +
    `<use href="#m" fill="#fff" stroke="#fff" opacity="0.5" stroke-width="${unitsPerEm / 24}"/></g></svg>`
  return { svg, length: length * scale }
}
