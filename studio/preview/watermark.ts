import sharp from 'sharp'
import type { Raster } from '#studio/picture/raster.ts'
import { letter } from './lettering.ts'

const SLOPE_DEG = -30
/** Height of the letters and distances of their repetitions, shares of the picture's width. */
const LETTERS = 0.042
const LINE = 0.135
const PAUSE = 0.085

/**
 * The text over the whole picture, again and again on a slope: no crop that still shows a face is without it.
 * Light strokes on darker ones, so that it is seen on every ground.
 */
export async function watermark(raster: Raster, text: string): Promise<Raster> {
  const { width, height } = raster
  const data = await sharp(raster.data, { raw: { width, height, channels: 3 } })
    .composite([{ input: Buffer.from(pattern(width, height, text)) }])
    .removeAlpha()
    .raw()
    .toBuffer()
  return { width, height, data }
}

function pattern(width: number, height: number, text: string): string {
  const { svg, width: length } = letter(text.trim() === '' ? '·' : text)
  const scale = (LETTERS * width) / 10
  const step = length + (PAUSE * width) / scale
  const line = (LINE * width) / scale
  const reach = Math.hypot(width, height) / 2 / scale
  let uses = ''
  for (let row = 0, y = -reach; y < reach; row++, y += line) {
    // Every other line is shifted, so that no straight gap is left.
    const shift = row % 2 === 0 ? 0 : step / 2
    for (let x = -reach - step + shift; x < reach; x += step)
      uses += `<use href="#m" x="${x.toFixed(1)}" y="${y.toFixed(1)}"/>`
  }
  const turn = `translate(${width / 2} ${height / 2}) rotate(${SLOPE_DEG}) scale(${scale.toFixed(4)})`
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
    `<defs><g id="m">${svg}</g></defs>` +
    `<g fill="none" stroke-linecap="round" stroke-linejoin="round" transform="${turn}">` +
    `<g stroke="#000" stroke-opacity="0.16" stroke-width="2.6">${uses}</g>` +
    `<g stroke="#fff" stroke-opacity="0.5" stroke-width="1.3">${uses}</g></g></svg>`
  )
}
