import {
  endPdf,
  openPdf,
  PDF_BOLD,
  PDF_COLORS,
  PDF_MARGIN_PT,
  PDF_REGULAR,
  type PdfDocument,
} from '#backend/features/pdf-document.ts'
import type { AgreementContent } from './agreement-content.ts'

/** The least text below a heading on its page; with less room, both go to the next. */
const KEPT_TOGETHER_PT = 80

/** The agreement as pages of A4, streamed while they are drawn. */
export async function* drawAgreement(content: AgreementContent, brand: string): AsyncGenerator<Uint8Array> {
  const document = await openPdf(content)
  const { ink, soft, accent } = PDF_COLORS
  const width = document.page.width - 2 * PDF_MARGIN_PT
  const keepTogether = (points: number) => {
    if (document.y + points > document.page.height - PDF_MARGIN_PT) document.addPage()
  }
  const write = (text: string, size: number, { font = PDF_REGULAR, color = ink, gap = 6 } = {}) => {
    document.font(font).fontSize(size).fillColor(color)
    document.text(text, PDF_MARGIN_PT, document.y, { width, lineGap: 1.5 })
    document.y += gap
  }
  const heading = (text: string) => {
    document.y += 8
    keepTogether(KEPT_TOGETHER_PT)
    write(text, 12, { font: PDF_BOLD, gap: 4 })
  }

  write(brand, 13, { font: PDF_BOLD, gap: 4 })
  document.rect(PDF_MARGIN_PT, document.y, 28, 3).fill(accent)
  document.y += 26
  write(content.title, 24, { font: PDF_BOLD, gap: 12 })
  write(content.lead, 10.5)
  content.sections.forEach(({ title, body }, index) => {
    heading(`${index + 1}. ${title}`)
    for (const block of body) {
      if (typeof block === 'string') write(block, 9.5)
      else list(document, block, width)
    }
  })

  document.y += 26
  const half = width / 2 - 12
  keepTogether(KEPT_TOGETHER_PT)
  const top = document.y
  content.signatures.parties.forEach((party, index) => {
    const left = PDF_MARGIN_PT + index * (half + 24)
    document.font(PDF_BOLD).fontSize(9.5).fillColor(ink).text(party, left, top, { width: half })
    const line = top + 62
    document
      .lineWidth(0.6)
      .strokeColor(ink)
      .moveTo(left, line)
      .lineTo(left + half, line)
      .stroke()
    document
      .font(PDF_REGULAR)
      .fontSize(8.5)
      .fillColor(soft)
      .text(content.signatures.lines, left, line + 4, { width: half })
  })

  document.addPage()
  write(content.annex.title, 17, { font: PDF_BOLD, gap: 2 })
  write(content.annex.date, 9.5, { color: soft, gap: 8 })
  for (const { title, lines } of content.annex.engines) {
    heading(title)
    for (const [label, value] of lines) {
      document.font(PDF_REGULAR).fontSize(9.5).fillColor(soft)
      const [ofLabel, ofValue] = [{ width: width * 0.34 }, { width: width * 0.64 }]
      keepTogether(Math.max(document.heightOfString(label, ofLabel), document.heightOfString(value, ofValue)))
      const at = document.y
      document.text(label, PDF_MARGIN_PT, at, ofLabel)
      const ends = document.y
      document.fillColor(ink).text(value, PDF_MARGIN_PT + width * 0.36, at, ofValue)
      document.y = Math.max(ends, document.y) + 3
    }
  }
  const [label, value] = content.annex.storage
  heading(label)
  write(value, 9.5)
  yield* endPdf(document)
}

function list(document: PdfDocument, items: readonly string[], width: number): void {
  for (const item of items) {
    const at = document.y
    document.font(PDF_REGULAR).fontSize(9.5).fillColor(PDF_COLORS.accent).text('–', PDF_MARGIN_PT, at)
    document.fillColor(PDF_COLORS.ink).text(item, PDF_MARGIN_PT + 14, at, { width: width - 14, lineGap: 1.5 })
    document.y += 3
  }
  document.y += 3
}
