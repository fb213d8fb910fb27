import {
  endPdf,
  openPdf,
  PDF_BOLD,
  PDF_COLORS,
  PDF_MARGIN_PT,
  PDF_REGULAR,
  type PdfDocument,
} from '#backend/features/pdf-document.ts'
import type { ReceiptContent } from './receipt-content.ts'

const { ink: INK, soft: SOFT, rule: RULE, accent: ACCENT } = PDF_COLORS

/** A receipt as a page of A4, streamed while it is drawn. The same content gives the same text in the same places. */
export async function* drawReceipt(content: ReceiptContent, brand: string): AsyncGenerator<Uint8Array> {
  const document = await openPdf({
    title: `${content.title} ${content.number}`,
    author: content.seller[0] ?? brand,
    locale: content.locale,
  })
  const page = createPage(document)
  page.head(content, brand)
  page.parties(content)
  page.table(content.columns, content.items)
  page.line(content.total, { isStrong: true })
  for (const line of content.tax) page.line(line, { isSoft: true })
  if (content.taxNote !== undefined) page.note(content.taxNote)
  if (content.creditNote) {
    const { title, reference, lines, rest } = content.creditNote
    page.heading(title, reference)
    for (const line of lines) page.line(line)
    if (rest) page.line(rest, { isStrong: true })
  }
  page.space(24)
  for (const note of content.notes) page.note(note)
  yield* endPdf(document)
}

/** What a line without an amount leads to has to stand on its page, or both go to the next. */
const KEPT_TOGETHER_PT = 60

/** Draws from the top down; `y` is the next position. */
function createPage(document: PdfDocument) {
  const left = PDF_MARGIN_PT
  const width = document.page.width - 2 * PDF_MARGIN_PT
  const half = width / 2
  let y = PDF_MARGIN_PT

  const put = (
    text: string,
    x: number,
    at: number,
    options: PDFKit.Mixins.TextOptions,
    font = PDF_REGULAR,
  ) => {
    document.font(font).text(text, x, at, options)
    return document.y
  }
  const makeRoom = (points: number) => {
    if (y + points <= document.page.height - PDF_MARGIN_PT) return
    document.addPage()
    y = PDF_MARGIN_PT
  }
  const rule = (colour = RULE, weight = 0.6) => {
    document
      .lineWidth(weight)
      .strokeColor(colour)
      .moveTo(left, y)
      .lineTo(left + width, y)
      .stroke()
  }

  return {
    space: (points: number) => {
      y += points
    },
    head({ title, number }: ReceiptContent, brand: string) {
      document.fillColor(INK).fontSize(13)
      put(brand, left, y, { width: half }, PDF_BOLD)
      document.rect(left, y + 20, 28, 3).fill(ACCENT)
      y += 56
      document.fillColor(INK).fontSize(30)
      put(title, left, y, { width }, PDF_BOLD)
      y = document.y
      document.fillColor(SOFT).fontSize(13)
      put(number, left, y, { width })
      y = document.y + 28
    },
    parties({ seller, customer, facts }: ReceiptContent) {
      const top = y
      document.fillColor(INK).fontSize(9.5)
      let bottom = put(seller.join('\n'), left, top, { width: half - 20, lineGap: 2.5 })
      if (customer) {
        document.fillColor(SOFT)
        put(customer[0], left, bottom + 14, { width: half - 20 })
        document.fillColor(INK)
        bottom = put(customer[1], left, document.y + 2, { width: half - 20 })
      }
      let right = top
      for (const [label, value] of facts) {
        document.fillColor(SOFT)
        const ends = put(label, left + half, right, { width: half * 0.42 })
        document.fillColor(INK)
        right = Math.max(ends, put(value, left + half * 1.46, right, { width: half * 0.54 })) + 5
      }
      y = Math.max(bottom, right) + 32
    },
    table([what, amount]: ReceiptContent['columns'], items: ReceiptContent['items']) {
      document.fillColor(SOFT).fontSize(9)
      put(what, left, y, { width: half })
      put(amount, left + half, y, { width: half, align: 'right' })
      y += 17
      rule(INK, 1)
      y += 10
      for (const item of items) this.line(item)
    },
    line([label, value]: readonly [string, string], { isStrong = false, isSoft = false } = {}) {
      document.fillColor(isSoft ? SOFT : INK).fontSize(isStrong ? 12 : 10.5)
      const font = isStrong ? PDF_BOLD : PDF_REGULAR
      const isLeading = value === ''
      const options = { width: isLeading ? width : width * 0.7 }
      const height = document.font(font).heightOfString(label, options)
      makeRoom(height + (isLeading ? KEPT_TOGETHER_PT : 0))
      put(label, left, y, options, font)
      if (!isLeading) put(value, left + width * 0.7, y, { width: width * 0.3, align: 'right' }, font)
      y += height + (isLeading ? 3 : 9)
      if (isSoft || isLeading) return
      rule()
      y += 9
    },
    heading(title: string, detail: string) {
      y += 30
      makeRoom(KEPT_TOGETHER_PT + 40)
      document.fillColor(INK).fontSize(17)
      y = put(title, left, y, { width }, PDF_BOLD)
      document.fillColor(SOFT).fontSize(10.5)
      y = put(detail, left, y + 2, { width }) + 12
      rule(INK, 1)
      y += 10
    },
    note(text: string) {
      document.fillColor(SOFT).fontSize(9)
      makeRoom(document.font(PDF_REGULAR).heightOfString(text, { width }))
      y = put(text, left, y, { width }) + 4
    },
  }
}
