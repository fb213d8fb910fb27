import { inflateSync } from 'node:zlib'

/**
 * The words of a PDF that writes with embedded fonts, as pdfkit does: one line for each piece of text, in the order they
 * were drawn. A glyph without a letter is an error.
 */
export function pdfText(pdf: Uint8Array): string {
  const bytes = Buffer.from(pdf).toString('latin1')
  if (!bytes.startsWith('%PDF-') || !bytes.trimEnd().endsWith('%%EOF'))
    throw new Error('this is no whole PDF')
  const objects = new Map(
    [...bytes.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(({ 1: id = '', 2: body = '' }) => [
      id,
      body,
    ]),
  )
  const fonts = new Map<string, ReadonlyMap<string, string>>()
  for (const body of objects.values()) {
    for (const { 1: name = '', 2: id = '' } of body.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const { 1: mapId = '' } = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? '') ?? []
      fonts.set(name, lettersOf(inflated(objects.get(mapId) ?? '')))
    }
  }
  const lines: string[] = []
  for (const body of objects.values()) {
    let letters: ReadonlyMap<string, string> = new Map()
    for (const { 1: font, 2: shown = '' } of inflated(body).matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
      if (font !== undefined) letters = fonts.get(font) ?? new Map()
      else lines.push(textOf(shown, letters).replaceAll('\u00a0', ' '))
    }
  }
  return lines.join('\n')
}

function textOf(shown: string, letters: ReadonlyMap<string, string>): string {
  const glyphs = [...shown.matchAll(/<([0-9a-f]*)>/gi)].flatMap(({ 1: hex = '' }) => hex.match(/.{4}/g) ?? [])
  return glyphs
    .map((glyph) => {
      const letter = letters.get(glyph.toLowerCase())
      if (letter === undefined || glyph === '0000') throw new Error(`glyph ${glyph} stands for no letter`)
      return letter
    })
    .join('')
}

/** The letters of a font's glyphs, by its map to Unicode: runs of glyphs, each with its letters in UTF-16. */
function lettersOf(map: string): ReadonlyMap<string, string> {
  const letters = new Map<string, string>()
  for (const { 1: first = '', 2: list = '' } of map.matchAll(
    /<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/gi,
  )) {
    for (const [index, { 1: hex = '' }] of [...list.matchAll(/<([0-9a-f ]*)>/gi)].entries()) {
      const units = (hex.replaceAll(' ', '').match(/.{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16))
      const glyph = (Number.parseInt(first, 16) + index).toString(16).padStart(4, '0')
      letters.set(glyph, String.fromCharCode(...units))
    }
  }
  return letters
}

/** The content of an object's compressed stream; nothing where it has none. */
function inflated(body: string): string {
  // By its length: compressed bytes may end in anything, a line break too.
  const { 0: head = '', 1: length } = /^[\s\S]*?\/Length (\d+)[\s\S]*?stream\n/.exec(body) ?? []
  if (length === undefined || !head.includes('/FlateDecode')) return ''
  const content = body.slice(head.length, head.length + Number(length))
  return inflateSync(Buffer.from(content, 'latin1')).toString('latin1')
}
