import { fileURLToPath } from 'node:url'

export type PdfDocument = PDFKit.PDFDocument

export const PDF_MARGIN_PT = 62
export const PDF_REGULAR = 'regular'
export const PDF_BOLD = 'bold'
export const PDF_COLORS = { ink: '#1b1d24', soft: '#5c5f68', rule: '#d8d5cf', accent: '#d8653a' }
/** Embedded as far as they are used; they have the letters of all of Europe. */
const FONTS = { [PDF_REGULAR]: 'DejaVuSans.ttf', [PDF_BOLD]: 'DejaVuSans-Bold.ttf' }

/** An empty page of A4 with the product's fonts. */
export async function openPdf({
  title,
  author,
  locale,
}: {
  title: string
  author: string
  locale: string
}): Promise<PdfDocument> {
  // Loaded on first use: most processes never draw one.
  const { default: PdfDocument } = await import('pdfkit')
  const document = new PdfDocument({
    size: 'A4',
    margin: PDF_MARGIN_PT,
    lang: locale,
    displayTitle: true,
    info: { Title: title, Author: author },
  })
  for (const [name, file] of Object.entries(FONTS)) {
    document.registerFont(name, fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${file}`)))
  }
  return document
}

/** Ends the document and streams it. */
export async function* endPdf(document: PdfDocument): AsyncGenerator<Uint8Array> {
  document.end()
  for await (const chunk of document) if (chunk instanceof Uint8Array) yield chunk
}
