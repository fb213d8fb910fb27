import { createRequire } from 'node:module'
import * as fontkit from 'fontkit'
import sharp from 'sharp'
import type { Raster } from '#studio/picture/raster.ts'

const FONT = '@fontsource-variable/inter-tight/files/inter-tight-latin-wght-normal.woff2'

const SLOPE_DEG = -30
/** Height of capitals and distances of their repetitions, shares of the picture's width. */
const LETTERS = 0.042
const LINE = 0.135
const PAUSE = 0.085

let font: fontkit.Font | undefined

function openFont(): fontkit.Font {
  const opened = fontkit.openSync(createRequire(import.meta.url).resolve(FONT))
  if ('fonts' in opened) throw new TypeError(`${FONT} is a collection`)
  return opened
}

/**
 * The text over the whole picture, again and again on a slope: no crop that still shows a face is without it.
 * Light letters with darker edges, so that it is seen on every ground.
 */
export async function watermark(raster: Raster, text: string): Promise<Raster> {
  const { width, height } = raster
  const data = await sharp(raster.data, { raw: { width, height, channels: 3 } })
    .composite([{ input: Buffer.from(pattern(width, height, text.trim() || '·')) }])
    .removeAlpha()
    .raw()
    .toBuffer()
  return { width, height, data }
}

/** Letters as outlines: a mark needs no font on the machine. */
function pattern(width: number, height: number, text: string): string {
  font ??= openFont()
  const { glyphs, positions, advanceWidth } = font.layout(text.toLocaleUpperCase('en'))
  let along = 0
  const letters = glyphs.map(({ path }, i) => {
    const at = along
    along += positions[i]?.xAdvance ?? 0
    return `<path transform="translate(${at})" d="${path.toSVG()}"/>`
  })
  const scale = (LETTERS * width) / font.capHeight
  const step = advanceWidth + (PAUSE * width) / scale
  const line = (LINE * width) / scale
  const reach = Math.hypot(width, height) / 2 / scale
  let uses = ''
  for (let row = 0, y = -reach; y < reach; row++, y += line) {
    // Every other line is shifted, so that no straight gap is left.
    const shift = row % 2 === 0 ? 0 : step / 2
    for (let x = -reach - step + shift; x < reach; x += step)
      uses += `<use href="#m" x="${x.toFixed()}" y="${y.toFixed()}"/>`
  }
  const turn = `translate(${width / 2} ${height / 2}) rotate(${SLOPE_DEG}) scale(${scale} ${-scale})`
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
    `<defs><g id="m">${letters.join('')}</g></defs>` +
    `<g stroke-linejoin="round" transform="${turn}">` +
    `<g stroke="#000" opacity="0.16" stroke-width="${font.unitsPerEm / 8}">${uses}</g>` +
    `<g fill="#fff" stroke="#fff" opacity="0.5" stroke-width="${font.unitsPerEm / 24}">${uses}</g></g></svg>`
  )
}
