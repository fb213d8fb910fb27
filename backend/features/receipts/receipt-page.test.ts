import { expect } from 'expect'
import { StudioStyleId } from '#contract/styles.ts'
import { inflateSync } from 'node:zlib'
import { testEach } from '#tests/support/each.ts'
import { issue, paid } from './receipt-content.fixture.ts'
import { writeReceipt } from './receipt-content.ts'
import { drawReceipt } from './receipt-page.ts'

/** How many pieces of text each page of a receipt has, whose styles all came short. */
async function piecesOnPages(styleCount: number): Promise<number[]> {
  const [first, ...rest] = StudioStyleId.options.slice(0, styleCount).map((styleId, index) => ({
    ...paid,
    styleId,
    id: String(index),
    missingCount: 2,
    refundDueAmountMinor: 180,
    refundedAmountMinor: 180,
    refundedAt: new Date('2026-11-21T10:00:00Z'),
  }))
  const content = writeReceipt([first ?? paid, ...rest], {
    ...issue,
    seller: { ...issue.seller, taxPercent: 19 },
  })
  const parts: Uint8Array[] = []
  for await (const part of drawReceipt(content, 'Alpenlicht')) parts.push(part)
  const bytes = Buffer.concat(parts).toString('latin1')
  const contents = [...bytes.matchAll(/\/Type \/Page\n[\s\S]*?\/Contents (\d+) 0 R/g)].map(([, id]) => id)
  return contents.map((id) => {
    const body = new RegExp(`\\n${id} 0 obj\\n[\\s\\S]*?/Length (\\d+)[\\s\\S]*?stream\\n`).exec(`\n${bytes}`)
    const start = (body?.index ?? 0) + (body?.[0].length ?? 0) - 1
    const stream = Buffer.from(bytes.slice(start, start + Number(body?.[1])), 'latin1')
    return inflateSync(stream).toString('latin1').split(' TJ').length - 1
  })
}

testEach([
  [1, 1],
  [3, 2],
  [12, 3],
])('a receipt of %s styles takes %s pages, none of them for a single line', async (styleCount, pageCount) => {
  const pages = await piecesOnPages(styleCount)
  expect(pages).toHaveLength(pageCount)
  for (const pieces of pages) expect(pieces).toBeGreaterThan(3)
})
