/** One letter as strokes: SVG path data on a grid 10 high (0 is the top), and how far the next letter begins. */
interface Glyph {
  width: number
  path: string
}

const GAP = 2.4

/** Capitals and figures drawn as strokes, so that a mark needs no font on the machine. */
const GLYPHS: Readonly<Record<string, Glyph>> = {
  A: { width: 7, path: 'M0 10L3.5 0L7 10M1.2 6.6H5.8' },
  B: { width: 6, path: 'M0 0V10H3.2A2.7 2.7 0 0 0 3.2 4.7H0M0 0H2.9A2.35 2.35 0 0 1 2.9 4.7' },
  C: { width: 7, path: 'M7 1.9A5 5 0 1 0 7 8.1' },
  D: { width: 7, path: 'M0 0V10H2.4A5 5 0 0 0 2.4 0Z' },
  E: { width: 5.4, path: 'M5.4 0H0V10H5.4M0 4.8H4.6' },
  F: { width: 5.2, path: 'M5.2 0H0V10M0 4.8H4.4' },
  G: { width: 7.4, path: 'M7 1.9A5 5 0 1 0 7.4 7.6V5.2H4.6' },
  H: { width: 6.4, path: 'M0 0V10M6.4 0V10M0 4.8H6.4' },
  I: { width: 0.4, path: 'M0.2 0V10' },
  J: { width: 4.4, path: 'M4.4 0V7.8A2.2 2.2 0 0 1 0 7.8' },
  K: { width: 6, path: 'M0 0V10M6 0L0 6.2M2.2 4L6 10' },
  L: { width: 5, path: 'M0 0V10H5' },
  M: { width: 8, path: 'M0 10V0L4 7L8 0V10' },
  N: { width: 6.6, path: 'M0 10V0L6.6 10V0' },
  O: { width: 9, path: 'M4.5 0A4.5 5 0 0 0 4.5 10A4.5 5 0 0 0 4.5 0Z' },
  P: { width: 5.8, path: 'M0 10V0H3A2.8 2.8 0 0 1 3 5.6H0' },
  Q: { width: 9, path: 'M4.5 0A4.5 5 0 0 0 4.5 10A4.5 5 0 0 0 4.5 0ZM5.8 7.2L9 10.6' },
  R: { width: 6, path: 'M0 10V0H3A2.7 2.7 0 0 1 3 5.4H0M3 5.4L6 10' },
  S: {
    width: 5.8,
    path: 'M5.5 1.7C4.6 -0.6 0.4 -0.4 0.4 2.5C0.4 5.4 5.6 4.4 5.6 7.4C5.6 10.6 0.8 10.7 0 8.1',
  },
  T: { width: 6.4, path: 'M0 0H6.4M3.2 0V10' },
  U: { width: 6.4, path: 'M0 0V6.8A3.2 3.2 0 0 0 6.4 6.8V0' },
  V: { width: 7, path: 'M0 0L3.5 10L7 0' },
  W: { width: 10, path: 'M0 0L2.5 10L5 1.5L7.5 10L10 0' },
  X: { width: 6.4, path: 'M0 0L6.4 10M6.4 0L0 10' },
  Y: { width: 6.6, path: 'M0 0L3.3 5L6.6 0M3.3 5V10' },
  Z: { width: 6, path: 'M0 0H6L0 10H6' },
  '0': { width: 6.4, path: 'M3.2 0A3.2 5 0 0 0 3.2 10A3.2 5 0 0 0 3.2 0Z' },
  '1': { width: 2.6, path: 'M0 2L2.4 0V10' },
  '2': { width: 5.8, path: 'M0 2.6A2.8 2.6 0 0 1 5.6 2.8C5.6 5 0 7.6 0 10H5.8' },
  '3': {
    width: 5.6,
    path: 'M0.2 1.6C1.4 -0.6 5.2 -0.4 5.2 2.4C5.2 4.2 3.6 4.8 2 4.8C4 4.8 5.6 5.6 5.6 7.4C5.6 10.6 1 10.8 0 8.2',
  },
  '4': { width: 6.4, path: 'M4.8 10V0L0 7.2H6.4' },
  '5': { width: 5.8, path: 'M5.2 0H0.8L0.3 4.7C2.2 3.4 5.8 3.8 5.8 6.8C5.8 10.6 1.2 10.9 0 8.4' },
  '6': { width: 6, path: 'M4.8 0C2.2 1.6 0 4.4 0 7A3 3 0 0 0 6 7A3 3 0 0 0 0.4 5.4' },
  '7': { width: 5.8, path: 'M0 0H5.8L2.2 10' },
  '8': {
    width: 5.8,
    path: 'M2.9 4.7A2.3 2.35 0 0 1 2.9 0A2.3 2.35 0 0 1 2.9 4.7A2.8 2.65 0 0 0 2.9 10A2.8 2.65 0 0 0 2.9 4.7',
  },
  '9': { width: 6, path: 'M1.2 10C3.8 8.4 6 5.6 6 3A3 3 0 0 0 0 3A3 3 0 0 0 5.6 4.6' },
  ' ': { width: 2.6, path: '' },
  '-': { width: 3.4, path: 'M0 5.4H3.4' },
  '.': { width: 0.4, path: 'M0.2 9.8V10' },
  '·': { width: 0.4, path: 'M0.2 5.2V5.4' },
  // Stands for every sign without a drawing of its own.
  '□': { width: 5, path: 'M0 2H5V10H0Z' },
}

/** Accents by their combining code point, drawn about the middle of the letter. */
const ACCENTS: Readonly<Record<string, string>> = {
  '\u0300': 'M-1.4 -3.2L0.6 -1.6',
  '\u0301': 'M1.4 -3.2L-0.6 -1.6',
  '\u0302': 'M-1.6 -1.6L0 -3.2L1.6 -1.6',
  '\u0303': 'M-1.8 -1.8C-0.8 -3.6 0.8 -0.8 1.8 -2.6',
  '\u0308': 'M-1.6 -2.4V-2.2M1.6 -2.4V-2.2',
  '\u0327': 'M0.2 10V11C2 11.4 1.6 13.2 -0.8 12.6',
}

export interface Lettering {
  /** SVG elements; strokes take colour and width from the group they are put in. */
  svg: string
  /** The letters are 10 high, accents reach 3 beyond. */
  width: number
}

/** Any text in capitals; a sign without a drawing becomes a box. */
export function letter(text: string): Lettering {
  let svg = ''
  let x = 0
  let last = { at: 0, width: 0 }
  for (const sign of text.toLocaleUpperCase('en').normalize('NFD')) {
    const accent = ACCENTS[sign]
    if (accent !== undefined) {
      svg += `<path transform="translate(${place(last.at + last.width / 2)} 0)" d="${accent}"/>`
      continue
    }
    const glyph = GLYPHS[sign] ?? GLYPHS['□'] ?? { width: 0, path: '' }
    if (glyph.path) svg += `<path transform="translate(${place(x)} 0)" d="${glyph.path}"/>`
    last = { at: x, width: glyph.width }
    x += glyph.width + GAP
  }
  return { svg, width: Math.max(0, x - GAP) }
}

function place(value: number): string {
  return value.toFixed(2)
}
