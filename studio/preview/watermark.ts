import { createRequire } from 'node:module'
import type { Font } from 'fontkit'
import sharp from 'sharp'
import type { OverlayOptions } from 'sharp'
import type { Raster } from '#studio/picture/raster.ts'

const FONT = '@fontsource-variable/inter-tight/files/inter-tight-latin-wght-normal.woff2'

const SLOPE_DEG = -30
const [COS, SIN] = [Math.cos((SLOPE_DEG * Math.PI) / 180), Math.sin((SLOPE_DEG * Math.PI) / 180)]
/** Height of capitals and distances of their repetitions, shares of the picture's width. */
const LETTERS = 0.042
const LINE = 0.135
const PAUSE = 0.085

let font: Promise<Font> | undefined

/** The font's reader is loaded with the first mark: processes that only train and render never need it. */
async function openFont(): Promise<Font> {
  const { openSync } = await import('fontkit')
  const opened = openSync(createRequire(import.meta.url).resolve(FONT))
  if ('fonts' in opened) throw new TypeError(`${FONT} is a collection`)
  return opened
}

/**
 * The text over the whole picture, repeated on a slope: every crop that still shows a face contains it.
 * Light letters with darker edges stay visible on every background.
 */
export async function watermark(raster: Raster, text: string): Promise<Raster> {
  const { width, height } = raster
  font ??= openFont()
  const { svg, length } = drawMark(await font, text.trim() || '·', LETTERS * width)
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

/** Letters as outlines: a mark needs no font on the machine. Lengths are pixels. */
function drawMark(font: Font, text: string, capitals: number): { svg: string; length: number } {
  const { glyphs, positions, advanceWidth } = font.layout(text.toLocaleUpperCase('en'))
  let along = 0
  const letters = glyphs.map(({ path }, i) => {
    const at = along
    along += positions[i]?.xAdvance ?? 0
    return `<path transform="translate(${at})" d="${path.toSVG()}"/>`
  })
  const scale = capitals / font.capHeight
  // Signs that hang below the line or stand over a letter, and edges, have their room.
  const [width = 0, height = 0] = [COS, -SIN].map((share) =>
    Math.ceil(advanceWidth * scale * share + 3 * capitals),
  )
  const turn = `translate(${width / 2} ${height / 2}) rotate(${SLOPE_DEG}) scale(${scale} ${-scale})`
  const middle = `translate(${-advanceWidth / 2} ${-font.capHeight / 2})`
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
    `<defs><g id="m">${letters.join('')}</g></defs><g stroke-linejoin="round" transform="${turn} ${middle}">` +
    `<use href="#m" stroke="#000" opacity="0.16" stroke-width="${font.unitsPerEm / 8}"/>` +
    `<use href="#m" fill="#fff" stroke="#fff" opacity="0.5" stroke-width="${font.unitsPerEm / 24}"/></g></svg>`
  return { svg, length: advanceWidth * scale }
}
