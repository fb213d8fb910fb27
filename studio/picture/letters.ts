import { createRequire } from 'node:module'
import type { Font } from 'fontkit'

const FONT = '@fontsource-variable/inter-tight/files/inter-tight-latin-wght-normal.woff2'

/** A text as outlines, which need no font on the machine. Lengths are units of the font; y points up. */
export interface Letters {
  /** SVG paths on one line, from 0 on. */
  paths: string
  length: number
  capHeight: number
  unitsPerEm: number
}

let font: Promise<Font> | undefined

/** The font's reader is loaded with the first text: most processes never need it. */
async function openFont(): Promise<Font> {
  const { openSync } = await import('fontkit')
  const opened = openSync(createRequire(import.meta.url).resolve(FONT))
  if ('fonts' in opened) throw new TypeError(`${FONT} is a collection`)
  return opened
}

export async function lettersOf(text: string): Promise<Letters> {
  font ??= openFont()
  const opened = await font
  const { capHeight, unitsPerEm } = opened
  const { glyphs, positions, advanceWidth } = opened.layout(text)
  let along = 0
  const paths = glyphs.map(({ path }, i) => {
    const at = along
    along += positions[i]?.xAdvance ?? 0
    return `<path transform="translate(${at})" d="${path.toSVG()}"/>`
  })
  return { paths: paths.join(''), length: advanceWidth, capHeight, unitsPerEm }
}
