import { inflateSync } from 'node:zlib'

/**
 * The words of a PDF that writes with the built-in fonts, as pdfkit does: one line for each piece of text, in the order
 * they were drawn.
 */
export function pdfText(pdf: Uint8Array): string {
  const bytes = Buffer.from(pdf).toString('latin1')
  if (!bytes.startsWith('%PDF-') || !bytes.trimEnd().endsWith('%%EOF'))
    throw new Error('this is no whole PDF')
  const decoder = new TextDecoder('windows-1252')
  const lines: string[] = []
  for (const { 1: content = '' } of bytes.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)) {
    for (const { 1: shown = '' } of inflated(content).matchAll(/\[([^\]]*)\] TJ/g)) {
      const pieces = [...shown.matchAll(/<([0-9a-f]*)>/gi)].map(({ 1: hex = '' }) =>
        decoder.decode(Buffer.from(hex, 'hex')),
      )
      lines.push(pieces.join('').replaceAll('\u00a0', ' '))
    }
  }
  return lines.join('\n')
}

/** Empty for a stream that is not compressed text. */
function inflated(content: string): string {
  try {
    return inflateSync(Buffer.from(content, 'latin1')).toString('latin1')
  } catch {
    return ''
  }
}
